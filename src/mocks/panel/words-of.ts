/** What a person is told of something that was thrown. */
export const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
