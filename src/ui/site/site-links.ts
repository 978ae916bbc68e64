import * as strings from './strings';

/** The services, in the order of §2. Each links to /info. */
export const services = [strings.sexualHealth, strings.cosmetics, strings.ivTherapy] as const;

/** The footer's links, §2. */
export const footerLinks = [
  { to: '/about-us', label: strings.aboutUs },
  { to: '/contact-us', label: strings.contactUs },
  { to: '/terms-and-conditions', label: strings.terms },
  { to: '/careers', label: strings.careers },
] as const;
