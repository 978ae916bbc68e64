export { PatientsSection as PatientsPane } from '@/features/patients/patients-section';
