// SPEC §2, byte for byte: never reworded; a translation may only stand beside them.

export const forProviders = 'For Providers';
export const sexualHealth = 'Sexual Health';
export const cosmetics = 'Cosmetics';
export const ivTherapy = 'IV Therapy';
export const aboutUs = 'About Us';
export const contactUs = 'Contact Us';
export const terms = 'Terms & Conditions';
export const careers = 'Careers';
export const logIn = 'Log In';
export const signUp = 'Sign Up';
export const login = 'Login';
