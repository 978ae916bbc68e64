// From §2, exact: do not reword.

export const stepOne = 'AI Diagnostics';
export const stepTwo = 'Book a Consultation';
export const stepThree = 'Finalize Services';
export const steps = 'How It Works';
export const searchBox = 'For Patients: AI Diagnosis & Easy Provider Booking!';

// Ours: free to reword.

export const stepName = (place: number) => `Step ${place}`;
export const stepOneText = 'Ask our chat a question, or choose a topic and read on from there.';
export const stepTwoText =
  'Your provider invites you to meet by video, with a link to join. No waiting room.';
export const stepThreeText =
  'Choose your kit and how often it comes. Confirm your address, and follow the kit to your door.';
export const stepsEyebrow = 'Three steps';
export const addressConfirmed = 'Address confirmed';
export const fromTheMail = 'With the link in your email';
export const kitOnItsWay = 'Kit on its way';
export const followed = 'Followed to your door';
export const scheduling = 'HIPAA Compliant Scheduling';
export const schedulingText = 'Invite patients to a video appointment, and see all booked ones in one list.';
export const insights = 'AI Insights';
export const insightsText = 'Our chat answers visitors’ questions and shows them what we offer.';
export const subscription = 'Subscription Platform';
export const subscriptionText =
  'Choose how often a patient gets a kit: once, every month, every three months or every year.';
export const featuresEyebrow = 'For providers';
export const features = 'Less paperwork, more care';
export const register = 'Register as Provider';
export const productEyebrow = 'The product';
export const product = 'One list for the clinic, one page for the patient';
export const howOrderingWorks = 'How ordering works';
export const patientsTitle = 'Your patients, in one list';
export const patientsText =
  'Find anyone by name, email or phone. Authorize your patients, order their kits and book their appointments.';
export const orderTitle = 'A kit for each of them';
export const orderText =
  'Select the patients, choose the kit and how often it comes, and see the price before you order.';
export const journeyTitle = 'Followed from home';
export const journeyText =
  'The patient sees where the order is, what happens next and what there is to do now.';
export const eyebrow = 'Health, at home';
export const title = 'Care that comes to you, quietly.';
export const lead =
  'AI-driven diagnostics and personalized care, brought to your door. Sexual health, cosmetics and IV therapy, without the waiting room.';
export const onlyProviders = 'Right now, we are only onboarding providers.';
