// From SPEC §2, exact: do not reword.

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
export const kitsForAll = 'Discreet sample kits, ordered by the clinic and collected at home.';
export const cosmeticsForAll = 'Skin and aesthetic care, planned with a provider and brought to the door.';
export const ivTherapyForAll = 'Hydration and vitamins, given at home by people who know how.';
export const kitsForProviders =
  'Order sample kits for your patients in one go. We pack them plainly, ship them, and tell you where each one is.';
export const cosmeticsForProviders =
  'Plan skin and aesthetic care over video, then send a practitioner to the patient’s own living room.';
export const ivTherapyForProviders =
  'Offer hydration and vitamin drips to patients who would rather stay at home than come and sit in a chair.';
