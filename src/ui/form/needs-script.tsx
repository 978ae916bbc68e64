import * as strings from '@/ui/strings';

/** Says above a prerendered form that it can't be sent in a browser that runs no scripts. */
export const NeedsScript = () => (
  <noscript>
    <p className="notice mb-6 border-amber/30 bg-amber-soft">{strings.needsScript}</p>
  </noscript>
);
