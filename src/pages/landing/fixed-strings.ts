// SPEC §2, byte for byte: never reworded; a translation may only stand beside them.

export const stepOne = 'AI Diagnostics';
export const stepTwo = 'Book a Consultation';
export const stepThree = 'Finalize Services';
export const steps = 'How It Works';
export const searchBox = 'For Patients: AI Diagnosis & Easy Provider Booking!';
