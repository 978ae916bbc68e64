import { patients } from './patients';
import { walkArea } from './walk';

walkArea(patients);
