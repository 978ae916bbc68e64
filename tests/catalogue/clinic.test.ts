import { clinic } from './clinic';
import { walkArea } from './walk';

walkArea(clinic);
