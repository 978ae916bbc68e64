import { booking } from './booking';
import { walkArea } from './walk';

walkArea(booking);
