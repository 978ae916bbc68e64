export { KitsSection as KitsPane } from '@/features/kits/kits-section';
