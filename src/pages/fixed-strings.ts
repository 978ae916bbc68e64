// SPEC §2, byte for byte: never reworded; a translation may only stand beside them.

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
