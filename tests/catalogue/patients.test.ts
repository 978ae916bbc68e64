import { patientsDrivers } from './drivers/patients';
import { walk } from './walk';

walk(patientsDrivers);
