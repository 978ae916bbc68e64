// From §2, exact: do not reword.

export const eyebrow = 'For Providers';

// Ours: free to reword.

export const title = 'Your clinic, at your patients’ door.';
export const lead =
  'Bring your patient list, order kits in a few clicks and invite patients to meet by video. Each patient confirms the address before we send the kit, and follows it from home.';
export const signUpClinic = 'Sign up your clinic';
export const seeServices = 'See the services';
export const noCard = 'No card needed to sign up. You add it before your first order.';
export const authorized = 'Authorized';
export const notAuthorized = 'Not authorized';
export const patients = 'Patients';
export const authenticate = 'Authenticate';
export const share = '3 of 4 patients authorized';
export const visit = 'Video appointment at 10:30';
export const invited = 'Invitation sent';
export const kitOrdered = 'Kit ordered';
export const addressRequested = 'Address confirmation requested';
export const servicesEyebrow = 'What you can offer';
export const services = 'Three services, at your patients’ homes';
export const stepOne = 'Register your clinic and enter the code we send you';
export const stepTwo = 'Add your lab, your card and your patients, by hand or from a spreadsheet';
export const stepThree = 'Authorize patients, order their kits and invite them to appointments';
export const callEyebrow = 'Ready when you are';
export const call = 'Start with the patients you already have';
export const signUp = 'Sign up now';
