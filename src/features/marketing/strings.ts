// From §2, exact: do not reword.

export const showcase = 'Providers Can Work With Us to Deliver Care';
export const trustedBy = 'Trusted by';
export const teamMarketing = 'Marketing';
export const teamUxAndEngineering = 'UX & Engineering';
export const teamAdvisors = 'Advisors';

// Ours: free to reword.

export const services = 'Services';
export const carousel = 'Services';
export const carouselRole = 'carousel';
export const slideRole = 'slide';
export const slide = (place: number, of: number) => `${place} of ${of}`;
export const pause = 'Pause';
export const play = 'Play';
export const previous = 'Previous';
export const next = 'Next';
export const showSlide = (title: string) => `Show ${title}`;

/** The services, described for all visitors and for clinics. */
export const kitsForAll = 'Discreet sample kits that your clinic orders and you use at home.';
export const cosmeticsForAll = 'Skin and aesthetic care, planned with a provider and brought to the door.';
export const ivTherapyForAll = 'Hydration and vitamin drips, delivered at home.';
export const kitsForProviders =
  'Order sample kits for your patients. Each patient confirms the address before we send the kit.';
export const cosmeticsForProviders =
  'Skin and aesthetic care at home. Invite your patients to talk it through by video first.';
export const ivTherapyForProviders =
  'Hydration and vitamin drips at home. Invite your patients to ask their questions by video first.';

/** What the pictures of the product's screens show. */
export const importScreen =
  'The import of a spreadsheet: 25 rows, checked, with a button that adds them to the list.';
export const patientsScreen =
  'A clinic’s list of patients with their status; two are selected, with buttons to authenticate them and to order kits.';
export const orderScreen =
  'The order of a kit for each of three patients: how often, which kit, the price of each and in total.';
export const confirmScreen = 'The page on which a patient confirms the address, opened from an email.';
export const journeyScreen =
  'A patient’s page: five stations, the kit at the second of them, and what happens next.';

/** How ordering works, in five steps. */
export const orderingEyebrow = 'Five steps';
export const ordering = 'How ordering works';
export const playTour = 'Play the tour';
export const pauseTour = 'Pause the tour';
export const importTitle = 'Bring your patients';
export const importText =
  'Type them in, paste them or import a spreadsheet. You see every row before it is saved.';
export const authorizeTitle = 'Authorize them';
export const authorizeText = 'Select the patients that you know, and authenticate them in one step.';
export const orderTitle = 'Order their kits';
export const orderText =
  'Once your lab and your card are saved, choose the kit and how often it comes. You see the price, with taxes and shipping included.';
export const confirmTitle = 'Patients confirm the address';
export const confirmText =
  'Each patient gets an email with a link. We send the kit once the address is confirmed.';
export const followTitle = 'Patients follow their kit';
export const followText = 'They log in to see the status of their order, and what there is to do now.';
