import { signUp } from './sign-up';
import { walkArea } from './walk';

walkArea(signUp);
