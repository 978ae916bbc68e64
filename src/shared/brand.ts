/**
 * Everything that names the company. SPEC.md gives no brand, so this is the one place to change it.
 * Every address is on a reserved domain: a click on a fictional link reaches nobody.
 */
export const brand = {
  name: 'Kitwell',
  tagline: 'Care that comes to you',
  contactEmail: 'hello@kitwell.test',
  socialLinks: [
    { name: 'LinkedIn', url: 'https://linkedin.kitwell.test' },
    { name: 'Instagram', url: 'https://instagram.kitwell.test' },
    { name: 'Facebook', url: 'https://facebook.kitwell.test' },
  ],
  supportFormUrl: 'https://forms.kitwell.test/feedback',
  careersFormUrl: 'https://forms.kitwell.test/apply',
  partners: [
    'Harborlight',
    'Meridian Clinics',
    'Oak & Ivy',
    'Northfold Labs',
    'Saltwater Health',
    'Everline',
  ],
} as const;

/** The title of a browser tab. In: the page's own name, or nothing for the landing page. SPEC §2. */
export function pageTitle(page?: string): string {
  return page ? `${page} · ${brand.name}` : `${brand.name}: care that comes to you`;
}
