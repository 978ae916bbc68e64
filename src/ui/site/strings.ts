import { brand } from '@/lib/brand';

// From §2, exact: do not reword.

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

// Ours: free to reword.

export const main = 'Main';
export const menu = 'Menu';
export const account = 'Account';
export const footer = 'Footer';
export const footerLead = `${brand.tagline}. Discreet by design, from the first click to your door.`;
export const socialMedia = 'Social media';
/** @param year null on a prerendered page */
export const copyright = (year: number | null) =>
  `© ${year === null ? '' : `${year} `}${brand.name}. All rights reserved.`;

/** The panel next to the sign-up and login forms. */
export const about = `About ${brand.name}`;
export const panelTitle = 'Care that comes to you, quietly.';
export const plainBox = 'Plain packaging, all the way to the door';
export const yourDecision = 'We send a kit once the patient confirms the address';
export const followed = 'Patients follow their kit to the door';
export const needsScript =
  'This form needs JavaScript. Turn it on in your browser settings, then reload the page.';
