export { ClinicSection as ClinicPane } from '@/features/clinic/clinic-section';
