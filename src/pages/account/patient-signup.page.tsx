export { PatientSignUp as PatientSignupPage } from '@/features/auth/sign-up-flow';
