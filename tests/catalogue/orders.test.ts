import { ordersDrivers } from './drivers/orders';
import { walk } from './walk';

walk(ordersDrivers);
