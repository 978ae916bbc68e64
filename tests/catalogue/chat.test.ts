import { chat } from './chat';
import { walkArea } from './walk';

walkArea(chat);
