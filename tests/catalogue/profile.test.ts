import { profile } from './profile';
import { walkArea } from './walk';

walkArea(profile);
