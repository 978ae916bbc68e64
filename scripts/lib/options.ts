import { errorMessage } from '@kitwell/mock-engine/error-message';
import { exitCodeOf, UsageError } from '@kitwell/mock-engine/hosts/http/usage-error';

/**
 * Reads a command's options, before it does anything. Unknown or wrong ones end it with one line and exit code 2.
 *
 * @param read throws a UsageError, or what `parseArgs` throws
 */
export function readOptions<Options>(read: () => Options): Options {
  try {
    return read();
  } catch (error) {
    console.error(errorMessage(error));
    process.exit(exitCodeOf(error));
  }
}

/**
 * Names that choose some of several things.
 *
 * @throws UsageError for an unknown one, listing the valid ones
 */
export function requireNames(what: string, names: readonly string[], valid: readonly string[]): void {
  const unknown = names.find((name) => !valid.includes(name));
  if (unknown !== undefined) {
    throw new UsageError(`There is no ${what} "${unknown}". There are: ${valid.join(', ')}.`);
  }
}

/** @throws UsageError for anything but a whole number above 0 */
export function countIn(option: string, text: string): number {
  if (/^\d{1,9}$/.test(text) && Number(text) > 0) return Number(text);
  throw new UsageError(`${option} must be a whole number above 0, not "${text}".`);
}
