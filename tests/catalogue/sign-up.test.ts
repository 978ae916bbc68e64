import { signUpDrivers } from './drivers/sign-up';
import { walk } from './walk';

walk(signUpDrivers);
