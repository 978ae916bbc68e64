// SPEC §2, byte for byte: never reworded; a translation may only stand beside them.

export const loading = 'Loading...';
export const confirm = 'Confirm';
export const cancel = 'Cancel';
