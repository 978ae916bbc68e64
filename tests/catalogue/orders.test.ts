import { orders } from './orders';
import { walkArea } from './walk';

walkArea(orders);
