// From §2, exact: do not reword.

export const infoTitle = 'For Providers';
export const aboutUsTitle = 'About Us';
export const careersTitle = 'Careers';
export const contactUsTitle = 'Contact Us';
export const termsTitle = 'Terms & Conditions';
export const providerSignupTitle = 'Register as Provider';
export const patientSignupTitle = 'Register as Patient';
export const loginTitle = 'Log In';
export const forgotPasswordTitle = 'Forgot Password';
export const resetPasswordTitle = 'Reset Password';
export const dashboardTitle = 'Dashboard';
export const confirmAddressTitle = 'Confirm Your Address';
export const loading = 'Loading...';
export const contactUs = 'Contact Us';
export const products = 'Products Page';
export const terms = 'Terms & Conditions';
export const logIn = 'Log In';

// Ours: free to reword.

export const signupTitle = 'Sign up';
export const productsTitle = 'Products';
export const paymentSuccessTitle = 'Payment';
export const paymentCancelTitle = 'Payment cancelled';
export const notFoundTitle = 'Page not found';
export const pageNotFound = 'We couldn’t find that page';
export const mistyped = 'The address may be mistyped, or the page may have moved.';
export const forClinics = 'How ordering works, for clinics';
export const forClinicsText = 'The five steps, the services, and questions and answers.';
export const signUp = 'Sign up';
export const signUpText = 'As a provider, or as a patient who receives a kit.';
export const newPassword = 'Choose a new password';
export const newPasswordText = 'We send you a link by email.';
export const fromMail =
  'Did you follow a link in an email? Mail programs may cut long links: open it from the email again, or write to us:';
export const notLoadedTitle = 'Page not loaded';
export const notLoaded = 'This page didn’t load.';
export const checkConnection = 'Check your connection, then reload the page. Everything you saved is safe.';
export const partNotLoaded = 'The rest of this page didn’t load.';
export const checkLine = 'Check your connection, then reload the page.';
export const reload = 'Reload';
export const filesRefused = 'Files can’t be dropped here.';
export const toStart = 'Go to the home page';

/**
 * The pages that are rendered at build time, so that they can be read before any code is loaded. Search engines show the
 * description below the title.
 */
export const prerenderedPages: readonly { readonly path: string; readonly description: string }[] = [
  {
    path: '/',
    description:
      'Home sample-collection kits: clinics order them, and patients confirm their address and follow their kit to the door.',
  },
  {
    path: '/info',
    description:
      'For clinics: bring your patient list, order home sample-collection kits in a few clicks and invite patients to meet by video.',
  },
  { path: '/products', description: 'Kitwell’s products.' },
  {
    path: '/about-us',
    description: 'Who makes Kitwell, and why: our mission, our vision and the people behind the plain box.',
  },
  { path: '/contact-us', description: 'Contact Kitwell.' },
  { path: '/terms-and-conditions', description: 'Kitwell’s terms and conditions.' },
  {
    path: '/careers',
    description:
      'Kitwell is hiring a Chief Technology Officer: what you will do, what you bring and what you can count on.',
  },
  { path: '/signup', description: 'Sign up for Kitwell as a provider or as a patient.' },
  {
    path: '/provider-signup',
    description:
      'Register your clinic with Kitwell: order home sample-collection kits and invite your patients to meet by video.',
  },
  {
    path: '/patient-signup',
    description:
      'Register as a patient with Kitwell: choose your kit, confirm your address and follow it to your door.',
  },
  { path: '/login', description: 'Log in to Kitwell to see your patients, your kits and your appointments.' },
  { path: '/forgot-password', description: 'Ask for a link to choose a new password for Kitwell.' },
];
