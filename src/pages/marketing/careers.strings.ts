// From §2, exact: do not reword.

export const title = 'Chief Technology Officer';
export const applyNow = 'Apply Now';

// Ours: free to reword.

export const eyebrow = 'Careers · We’re hiring';
export const lead =
  'Help us bring care to more doors. You would lead the engineering behind every kit, every order and every quiet little box.';

/** The facts about the role. */
export const facts = [
  { label: 'Team', value: 'Engineering' },
  { label: 'Location', value: 'Remote, US' },
  { label: 'Employment', value: 'Full time' },
];
export const apply = 'Apply';
export const newTab = 'The form opens in a new tab.';

/** The sections below the hiring call. */
export const role = [
  {
    title: 'What you will do',
    points: [
      'Own the architecture of a product that clinics and their patients rely on every day.',
      'Build and look after a small team of engineers, and write code with them.',
      'Keep health data private by design, and prove it to our partners and auditors.',
      'Decide with us what to build next, and what to leave out.',
    ],
  },
  {
    title: 'What you bring',
    points: [
      'You have led the engineering of a product from its first customers to its first thousands.',
      'You know what HIPAA asks of software, or have met a rulebook just as strict.',
      'You explain a trade-off in one page, so that a doctor can disagree with it.',
    ],
  },
  {
    title: 'What you can count on',
    points: [
      'Real ownership, in equity and in everyday decisions.',
      'Remote work within US time zones, and a team week twice a year.',
      'Health cover for you and your family from the first day.',
    ],
  },
];
