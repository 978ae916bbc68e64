// From SPEC §2, exact: do not reword.

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

// Ours: free to reword.

export const signupTitle = 'Sign up';
export const productsTitle = 'Products';
export const paymentSuccessTitle = 'Payment';
export const paymentCancelTitle = 'Payment cancelled';
export const notFoundTitle = 'Page not found';
export const notLoaded = 'This page could not be loaded.';
export const checkConnection = 'Check your connection, then try again. Nothing that you saved is lost.';
export const partNotLoaded = 'The rest of this page could not be loaded.';
export const checkLine = 'Check your connection, then load the page again.';
export const reload = 'Load again';
export const toStart = 'Go to the start page';

/** Shown by search engines below a page's title. */
export const landingDescription =
  'Home sample-collection kits for clinics and their patients: order, confirm and follow every kit in one quiet place.';
export const infoDescription =
  'For clinics: bring your patient list, order home sample-collection kits in a few clicks and meet patients by video.';
export const productsDescription = 'The products of Kitwell.';
export const aboutUsDescription =
  'Who makes Kitwell, and why: our mission, our vision and the people behind the plain box.';
export const contactUsDescription = 'How to reach Kitwell.';
export const termsDescription = 'The terms and conditions of Kitwell.';
export const careersDescription =
  'Kitwell is hiring a Chief Technology Officer: what you will do, what you bring and what you can count on.';
export const signupDescription = 'Sign up for Kitwell as a provider or as a patient.';
export const providerSignupDescription =
  'Register your clinic with Kitwell: order home sample-collection kits and meet your patients by video.';
export const patientSignupDescription =
  'Register as a patient with Kitwell: choose your kit, confirm your address and follow it to your door.';
export const loginDescription = 'Log in to Kitwell to see your patients, your kits and your appointments.';
export const forgotPasswordDescription = 'Ask for a link to choose a new password for Kitwell.';
