import * as strings from '@/pages/strings';

/** A page rendered at build time, so that it can be read before any code is loaded. */
interface PrerenderedPage {
  readonly path: string;
  /** Shown by search engines below the title. */
  readonly description: string;
}

export const prerenderedPages: readonly PrerenderedPage[] = [
  { path: '/', description: strings.landingDescription },
  { path: '/info', description: strings.infoDescription },
  { path: '/products', description: strings.productsDescription },
  { path: '/about-us', description: strings.aboutUsDescription },
  { path: '/contact-us', description: strings.contactUsDescription },
  { path: '/terms-and-conditions', description: strings.termsDescription },
  { path: '/careers', description: strings.careersDescription },
  { path: '/signup', description: strings.signupDescription },
  { path: '/provider-signup', description: strings.providerSignupDescription },
  { path: '/patient-signup', description: strings.patientSignupDescription },
  { path: '/login', description: strings.loginDescription },
  { path: '/forgot-password', description: strings.forgotPasswordDescription },
];
