import { billingDrivers } from './drivers/billing';
import { walk } from './walk';

walk(billingDrivers);
