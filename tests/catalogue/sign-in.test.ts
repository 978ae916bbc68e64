import { signIn } from './sign-in';
import { walkArea } from './walk';

walkArea(signIn);
