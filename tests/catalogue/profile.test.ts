import { profileDrivers } from './drivers/profile';
import { walk } from './walk';

walk(profileDrivers);
