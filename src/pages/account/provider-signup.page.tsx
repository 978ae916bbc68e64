export { ProviderSignUp as ProviderSignupPage } from '@/features/auth/sign-up-flow';
