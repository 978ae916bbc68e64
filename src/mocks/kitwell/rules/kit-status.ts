import { days } from '@kitwell/mock-engine/world/world';

/** A kit's status by the time since the order. The specification names only "Order not placed"; the other statuses are ours. */
export const kitStages = [
  { status: 'Order placed', after: 0 },
  { status: 'Kit shipped', after: days(1) },
  { status: 'Kit delivered', after: days(3) },
  { status: 'Sample received', after: days(7) },
  { status: 'Results ready', after: days(10) },
] as const;

type KitStatus = (typeof kitStages)[number]['status'];

/** The status at `now` of a kit ordered at `placedAt` (ISO 8601). */
export function kitStatusAt(placedAt: string, now: Date): KitStatus {
  const age = now.getTime() - Date.parse(placedAt);
  return kitStages.findLast(({ after }) => age >= after)?.status ?? 'Order placed';
}

/** Whether the last order is still in progress; no other kit can be ordered until then. */
export const isOrderActive = (placedAt: string, now: Date): boolean =>
  kitStatusAt(placedAt, now) !== 'Results ready';
