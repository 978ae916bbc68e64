/** What the site offers, in the order of SPEC §2. Each leads to /info. */
export const services = ['Sexual Health', 'Cosmetics', 'IV Therapy'] as const;

/** The footer's links, SPEC §2. */
export const footerLinks = [
  { to: '/about-us', label: 'About Us' },
  { to: '/contact-us', label: 'Contact Us' },
  { to: '/terms-and-conditions', label: 'Terms & Conditions' },
  { to: '/careers', label: 'Careers' },
] as const;
