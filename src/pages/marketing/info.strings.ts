// From SPEC §2, exact: do not reword.

export const eyebrow = 'For Providers';

// Ours: free to reword.

export const title = 'Your clinic, at your patients’ door.';
export const lead =
  'Bring your patient list, order kits in a few clicks and meet by video. We pack, ship and keep you posted, so that your team can stay with the care.';
export const signUpClinic = 'Sign up your clinic';
export const seeServices = 'See the services';
export const noCard = 'It takes about two minutes. No card needed to begin.';
export const everyThreeMonths = 'Every 3 Months';
export const authorized = 'Authorized';
export const once = '1 Time';
export const shipped = 'Kit shipped';
export const yearly = 'Every Year';
export const monthly = 'Every 1 Month';
export const addressAsked = 'Address asked';
export const patients = 'Patients';
export const orderKits = 'Order kits';
export const ready = '4 patients ready for their next kit';
export const visit = 'Video visit at 10:30';
export const invited = 'Invitation sent';
export const delivered = '12 kits delivered';
export const thisWeek = 'This week';
export const servicesEyebrow = 'What you can offer';
export const services = 'Three services, one place to run them';
export const stepOne = 'Register your clinic and confirm the code we send you';
export const stepTwo = 'Add your lab, your card and your patients, by hand or from a spreadsheet';
export const stepThree = 'Authorize, order, and follow every kit';
export const callEyebrow = 'Ready when you are';
export const call = 'Start with the patients you already have';
export const signUp = 'Sign up now';
