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
