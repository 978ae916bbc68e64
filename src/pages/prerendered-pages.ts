/** A page that is drawn at build time, so that it can be read before any code has arrived. */
interface PrerenderedPage {
  readonly path: string;
  /** What search engines show below the title. */
  readonly description: string;
}

/** The two sign-ups are not among them: they open with what the last visit left in storage. */
export const prerenderedPages: readonly PrerenderedPage[] = [
  {
    path: '/',
    description:
      'Home sample-collection kits for clinics and their patients: order, confirm and follow every kit in one quiet place.',
  },
  {
    path: '/info',
    description:
      'For clinics: bring your patient list, order home sample-collection kits in a few clicks and meet patients by video.',
  },
  { path: '/products', description: 'The products of Kitwell.' },
  {
    path: '/about-us',
    description: 'Who makes Kitwell, and why: our mission, our vision and the people behind the plain box.',
  },
  { path: '/contact-us', description: 'How to reach Kitwell.' },
  { path: '/terms-and-conditions', description: 'The terms and conditions of Kitwell.' },
  {
    path: '/careers',
    description:
      'Kitwell is hiring a Chief Technology Officer: what you will do, what you bring and what you can count on.',
  },
  { path: '/signup', description: 'Sign up for Kitwell as a provider or as a patient.' },
  { path: '/login', description: 'Log in to Kitwell to see your patients, your kits and your appointments.' },
  { path: '/forgot-password', description: 'Ask for a link to choose a new password for Kitwell.' },
];
