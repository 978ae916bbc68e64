import { useEffect, useState } from 'react';
import { createSignal } from '@/lib/signal';

const announced = createSignal<string>();

/** Announces a text to screen readers only, politely, for a change that no visible text describes. A blank one removes the last. */
export const announce = announced.notify;

/** The live region for announcements; mount it once, at the root. */
export function LiveRegion() {
  const [spoken, setSpoken] = useState({ text: '', count: 0 });
  useEffect(() => announced.subscribe((text) => setSpoken((last) => ({ text, count: last.count + 1 }))), []);
  // Alternating an invisible character makes repeated text a change, so that it is announced again.
  const text = spoken.count % 2 === 0 ? spoken.text : `${spoken.text}\u200b`;
  return (
    <div role="status" aria-live="polite" className="sr-only">
      {text}
    </div>
  );
}
