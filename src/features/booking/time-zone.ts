/**
 * The zone that times are typed in: the browser's.
 *
 * @param day the day whose offset counts, because of summer time
 * @returns words such as `Europe/Berlin (GMT+2)`
 */
export function timeZoneName(day: Date): string {
  const format = new Intl.DateTimeFormat('en-US', { timeZoneName: 'short' });
  const short = format.formatToParts(day).find(({ type }) => type === 'timeZoneName')?.value;
  const { timeZone } = format.resolvedOptions();
  return short === undefined || short === timeZone ? timeZone : `${timeZone} (${short})`;
}
