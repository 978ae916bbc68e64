const env = import.meta.env;

/**
 * Everything that names the company. The specification gives no brand, so this is the one place to change it. Addresses come from
 * the configuration (`.env.example`); the defaults use a reserved domain.
 */
export const brand = {
  name: 'Kitwell',
  tagline: 'Care that comes to you',
  contactEmail: env.VITE_CONTACT_EMAIL || 'hello@kitwell.test',
  socialLinks: [
    { name: 'LinkedIn', url: env.VITE_LINKEDIN_URL || 'https://linkedin.kitwell.test' },
    { name: 'Instagram', url: env.VITE_INSTAGRAM_URL || 'https://instagram.kitwell.test' },
    { name: 'Facebook', url: env.VITE_FACEBOOK_URL || 'https://facebook.kitwell.test' },
  ],
  supportFormUrl: env.VITE_SUPPORT_FORM_URL || 'https://forms.kitwell.test/feedback',
  careersFormUrl: env.VITE_CAREERS_FORM_URL || 'https://forms.kitwell.test/apply',
  partners: [
    'Harborlight',
    'Meridian Clinics',
    'Oak & Ivy',
    'Northfold Labs',
    'Saltwater Health',
    'Everline',
  ],
} as const;

/**
 * The title of a browser tab (§2).
 *
 * @param page the name of the page; absent for the landing page
 */
export function pageTitle(page?: string): string {
  return page ? `${page} · ${brand.name}` : `${brand.name}: care that comes to you`;
}
