// Ours: free to reword.

export const providerText = 'A clinic or hospital';
export const patientText = 'Somebody who receives a kit';
