import { signInDrivers } from './drivers/sign-in';
import { walk } from './walk';

walk(signInDrivers);
