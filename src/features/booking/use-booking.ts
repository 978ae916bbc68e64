import { useCallback, useState } from 'react';
import type { Patient } from '@/contract';

interface Booking {
  readonly patient: Patient;
  readonly open: boolean;
  /** Tells one opening of the dialog from the next, so that each starts with a blank form. */
  readonly number: number;
}

/** Whom a book dialog is open for. A closed one stays until the next, so that it can be seen to close. */
export function useBooking() {
  const [booking, setBooking] = useState<Booking | null>(null);
  const book = useCallback(
    (patient: Patient) => setBooking((last) => ({ patient, open: true, number: (last?.number ?? 0) + 1 })),
    [],
  );
  const close = useCallback(() => setBooking((last) => last && { ...last, open: false }), []);
  return { booking, book, close };
}
