// SPEC §2, byte for byte: never reworded; a translation may only stand beside them.

export const title = 'Choose Your Option';
export const provider = 'Provider';
export const patient = 'Patient';

// Ours: free to reword.

export const providerText = 'A clinic or hospital';
export const patientText = 'Somebody who receives a kit';
