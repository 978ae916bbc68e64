import { brand } from '@/lib/brand';

// From §2, exact: do not reword.

export const eyebrow = 'For Providers';

// Ours: free to reword.

export const title = 'Your clinic, at your patients’ door.';
export const lead =
  'Bring your patient list, order kits in a few clicks and invite patients to meet by video. Each patient confirms the address before we send the kit, and follows it from home.';
export const signUpClinic = 'Sign up your clinic';
export const seeServices = 'See the services';
export const noCard = 'No card needed to sign up. You add it before your first order.';
export const servicesEyebrow = 'What you can offer';
export const services = 'Three services, at your patients’ homes';
export const questionsEyebrow = 'Good to know';
export const questions = 'Questions and answers';
/** What the terms say (`terms-dialog.tsx`), and what §1 says about who may sign up. */
export const answers = [
  {
    question: 'Who can sign up now?',
    answer:
      'Right now, we are only onboarding providers: clinics and hospitals. Patients join through a provider that is registered with us.',
  },
  {
    question: 'Do you test the samples?',
    answer:
      'No. We only distribute sample-collection kits: we do not perform any testing and give no medical advice. You name the lab when you set up your clinic.',
  },
  {
    question: 'What does a kit cost?',
    answer:
      'Each kit has its price, which you see before you order. The price at checkout includes taxes and shipping.',
  },
  {
    question: 'Can I return a kit?',
    answer: 'No. All sales are final, and we do not accept returns.',
  },
  {
    question: 'What if a kit is defective?',
    answer:
      'We replace it free of charge if you report it within the time that the terms state. Our liability is limited to the replacement cost of the kit.',
  },
  {
    question: 'What if we have more than 100 patients?',
    answer: `To onboard 100+ customers, contact us: ${brand.contactEmail}.`,
  },
];
export const storedEyebrow = 'Your data';
export const stored = 'What we store, and where';
export const storedLead =
  'This is what stays in the browser you work in. What you save, such as patients, orders and appointments, is stored on our server.';
export const storedRows = [
  {
    what: 'Your login',
    where:
      'A session token, your email and the section you were in: in this browser, until you log out. The token is sent to our server only.',
  },
  {
    what: 'Patients you have saved',
    where: 'On our server. The browser has them in memory while you are logged in, and no longer.',
  },
  {
    what: 'Patients you have not saved yet',
    where: 'In this browser, until you save them or log out.',
  },
  {
    what: 'Forms you have begun',
    where: 'In this browser tab, until you save them, log out or close the tab. Never their passwords.',
  },
  {
    what: 'Spreadsheets you import',
    where:
      'Read in your browser and not stored; it only remembers which columns you chose. We get the rows that you save.',
  },
  {
    what: 'Orders and invitations you send',
    where:
      'On our server. This browser remembers what became of them, by the patient’s id, until you log out.',
  },
  {
    what: 'Card numbers',
    where: 'Never here. You type them on the page of the payment provider.',
  },
  { what: 'Cookies', where: 'One, which remembers the theme that you chose, for a year.' },
];
export const callEyebrow = 'Ready when you are';
export const call = 'Start with the patients you already have';
export const callText =
  'Register your clinic and enter the code we send you. Your lab, your card and your patients can follow when you have them at hand.';
export const signUp = 'Sign up now';
