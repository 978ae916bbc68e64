export { PatientSignUp as PatientSignupPage } from '@/features/auth/sign-up/sign-up-flow';
