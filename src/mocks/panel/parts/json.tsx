import { Scrollable } from './scrollable';

/** A value as JSON. */
export function Json({ label, value }: { label: string; value: unknown }) {
  return (
    <Scrollable
      label={label}
      className="max-h-56 overflow-auto rounded-control border border-line bg-sunken p-3 text-caption text-ink"
    >
      <pre className="break-words whitespace-pre-wrap">{JSON.stringify(value, null, 2)}</pre>
    </Scrollable>
  );
}
