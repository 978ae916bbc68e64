import { chatDrivers } from './drivers/chat';
import { walk } from './walk';

walk(chatDrivers);
