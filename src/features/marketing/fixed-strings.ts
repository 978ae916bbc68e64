// SPEC §2, byte for byte: never reworded; a translation may only stand beside them.

export const showcase = 'Providers Can Work With Us to Deliver Care';
export const trustedBy = 'Trusted by';
export const teamMarketing = 'Marketing';
export const teamUxAndEngineering = 'UX & Engineering';
export const teamAdvisors = 'Advisors';
