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
/** What the terms say (`terms-dialog.tsx`), and what the chat (§2) says about who is onboarded. */
export const answers: readonly { question: string; answer: string; email?: string }[] = [
  {
    question: 'Who can sign up now?',
    answer: 'Right now, we are only onboarding providers.',
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
      'We replace it free of charge, as our terms and conditions say. Our liability is limited to the replacement cost of the kit.',
  },
  {
    question: 'What if we have more than 100 patients?',
    answer: 'To onboard 100+ customers, contact us:',
    email: brand.contactEmail,
  },
];
export const callEyebrow = 'Ready when you are';
export const call = 'Start with the patients you already have';
export const callText =
  'Register your clinic and enter the code we send you. Your lab, your card and your patients can follow when you have them at hand.';
export const signUp = 'Sign up now';
