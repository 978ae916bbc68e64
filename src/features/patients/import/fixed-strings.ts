// SPEC §2, byte for byte: never reworded; a translation may only stand beside them.

export const title = 'Import Patients from File';
export const upload = 'Upload File';
