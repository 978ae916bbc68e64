import { billing } from './billing';
import { walkArea } from './walk';

walkArea(billing);
