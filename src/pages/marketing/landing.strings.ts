// From SPEC §2, exact: do not reword.

export const stepOne = 'AI Diagnostics';
export const stepTwo = 'Book a Consultation';
export const stepThree = 'Finalize Services';
export const steps = 'How It Works';
export const searchBox = 'For Patients: AI Diagnosis & Easy Provider Booking!';

// Ours: free to reword.

export const stepOneName = 'Step 1';
export const stepOneText = 'Answer a few plain questions. Our AI points you to the care that fits.';
export const stepTwoName = 'Step 2';
export const stepTwoText = 'Meet a provider by video, at a time of your choosing. No waiting room.';
export const stepThreeName = 'Step 3';
export const stepThreeText = 'Agree on what comes next. Your kit or your visit arrives at your door.';
export const stepsEyebrow = 'Three steps';
export const addressConfirmed = 'Address confirmed';
export const fromTheMail = 'One tap, from the mail';
export const kitOnItsWay = 'Kit on its way';
export const plainBox = 'In a plain box, as always';
export const scheduling = 'HIPAA Compliant Scheduling';
export const schedulingText =
  'Invite patients to a video visit and keep every appointment in one protected list.';
export const insights = 'AI Insights';
export const insightsText = 'See what your patients ask for, and what they may need next, before they call.';
export const subscription = 'Subscription Platform';
export const subscriptionText = 'Set how often a kit goes out. We pack it, ship it and follow it back.';
export const featuresEyebrow = 'For providers';
export const features = 'Less paperwork, more care';
export const register = 'Register as Provider';
export const eyebrow = 'Health, at home';
export const title = 'Care that comes to you, quietly.';
export const lead =
  'AI-driven diagnostics and personalized care, brought to your door. Sexual health, cosmetics and IV therapy, without the waiting room.';
export const onlyProviders = 'Right now, we are only onboarding providers.';
