import * as strings from '@/ui/strings';

/** Shown above a prerendered form when the browser runs no scripts, because the form can't be submitted then. */
export const NeedsScript = () => (
  <noscript>
    <p className="notice mb-6 border-amber/30 bg-amber-soft">{strings.needsScript}</p>
  </noscript>
);
