import { useEffect, useState } from 'react';

type Listener = (text: string) => void;
const listeners = new Set<Listener>();

/** Says a text to screen readers only, at their next pause. For a change that nothing visible tells them. */
export function announce(text: string): void {
  for (const listener of listeners) listener(text);
}

/** The place where announcements are spoken; mount it once, at the root. */
export function LiveRegion() {
  const [spoken, setSpoken] = useState({ text: '', count: 0 });
  useEffect(() => {
    const speak: Listener = (text) => setSpoken((last) => ({ text, count: last.count + 1 }));
    listeners.add(speak);
    return () => {
      listeners.delete(speak);
    };
  }, []);
  // An invisible character makes the same text twice in a row a change, so that it is spoken twice.
  const text = spoken.count % 2 === 0 ? spoken.text : `${spoken.text}\u200b`;
  return (
    <div role="status" aria-live="polite" className="sr-only">
      {text}
    </div>
  );
}
