// From SPEC §2, exact: do not reword.

export const title = 'Choose Your Option';
export const provider = 'Provider';
export const patient = 'Patient';

// Ours: free to reword.

export const providerText = 'A clinic or hospital';
export const patientText = 'Someone receiving a kit';
