import { bookingDrivers } from './drivers/booking';
import { walk } from './walk';

walk(bookingDrivers);
