/** How every date and time of the product is written. */

const dayFormat = new Intl.DateTimeFormat('en-US', {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
});

/**
 * Formats a date, such as `Mon, Nov 23`, or `Mon, Jan 4, 2027` in another year.
 *
 * @param date `YYYY-MM-DD`
 * @param today the current date, `YYYY-MM-DD`
 */
export function dateText(date: string, today: string): string {
  const text = dayFormat.format(Date.parse(`${date}T00:00Z`));
  const year = date.slice(0, 4);
  return today.startsWith(year) ? text : `${text}, ${year}`;
}

/** Splits `HH:mm` into the parts of a 12-hour clock, such as `9:30` and `AM`. */
export function clockParts(time: string): { readonly digits: string; readonly half: string } {
  const hour = Number(time.slice(0, 2));
  return { digits: `${hour % 12 || 12}${time.slice(2)}`, half: hour < 12 ? 'AM' : 'PM' };
}

/** Formats `HH:mm`, such as `9:30 AM`. */
export function clockText(time: string): string {
  const { digits, half } = clockParts(time);
  return `${digits} ${half}`;
}
