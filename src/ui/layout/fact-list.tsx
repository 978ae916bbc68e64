import * as strings from '@/ui/strings';

interface FactListProps {
  facts: readonly { readonly term: string; readonly value: string }[];
}

/** Read-only facts about a person, such as name and email. */
export function FactList({ facts }: FactListProps) {
  return (
    <dl className="grid gap-x-6 gap-y-2 rounded-card bg-sunken px-4 py-3 text-sm grid-cols-[auto_1fr]">
      {facts.map(({ term, value }) => (
        <div key={term} className="contents">
          <dt className="font-semibold text-ink-2">{term}</dt>
          <dd className="min-w-0 break-words">{value || strings.notGiven}</dd>
        </div>
      ))}
    </dl>
  );
}
