/** A command has a wrong option or setting; the message is all that its user needs. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The exit code of a command that failed: 2 if it was called wrongly. */
export const exitCodeOf = (error: unknown): 1 | 2 =>
  error instanceof UsageError || /^ERR_PARSE_ARGS/.test(String(Reflect.get(Object(error), 'code'))) ? 2 : 1;

/**
 * The port in an option or setting.
 *
 * @throws UsageError naming it
 */
export function portIn(name: string, text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) < 65_536) return Number(text);
  throw new UsageError(`${name} must be a number from 0 to 65535, not "${text}".`);
}

/** @throws UsageError if the option is no URL of the web */
export function requireUrl(option: string, text: string): void {
  if (URL.canParse(text) && /^https?:/i.test(text)) return;
  throw new UsageError(`${option} must be a URL, not "${text}".`);
}
