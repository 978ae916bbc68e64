import * as z from 'zod/mini';

/** The message to show for something thrown. */
export const errorMessage = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

/** Says what a value should be. zod/mini has no messages of its own. */
export const inEnglish = { error: z.locales.en().localeError };

/** The names of an object's fields; empty for another schema. */
export function namesIn(schema: z.core.$ZodType): string[] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  return def.type === 'object' ? Object.keys(def.shape) : [];
}
