// Ours: free to reword. Apart from the other texts, because functions would come with the first page.

export const tryAgain = 'Try again';
export const clearSearch = 'Clear search';
export const noneContains = (fields: string, query: string) => `No ${fields} contains “${query}”.`;
export const tableNotLoaded = 'This list could not be loaded.';
export const notGiven = 'Not given';
