// Ours: free to reword.

/** What a build without a publishable key says (SPEC-NOTES "Orders, booking, payment"). */
export const notConfigured = 'Card billing is not configured.';
