import * as fixed from '@/lib/site/strings';

/** What the site offers, in the order of SPEC §2. Each leads to /info. */
export const services = [fixed.sexualHealth, fixed.cosmetics, fixed.ivTherapy] as const;

/** The footer's links, SPEC §2. */
export const footerLinks = [
  { to: '/about-us', label: fixed.aboutUs },
  { to: '/contact-us', label: fixed.contactUs },
  { to: '/terms-and-conditions', label: fixed.terms },
  { to: '/careers', label: fixed.careers },
] as const;
