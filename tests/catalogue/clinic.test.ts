import { clinicDrivers } from './drivers/clinic';
import { walk } from './walk';

walk(clinicDrivers);
