import { useCallback, useState } from 'react';
import { api } from '@/app/api';
import { type Kit, nameOfKit, notLoaded } from '@/contract';
import { sanitizeHtml } from '@/lib/sanitize-html';
import { EmptyState, Pending } from '@/ui/feedback/loading';
import { Card } from '@/ui/layout/content';
import { PageTitle } from '@/ui/layout/page-title';
import { useChosenKit } from './chosen-kit';

// From §2, exact: do not reword.
const fixed = {
  section: {
    title: 'Kit Information',
    price: (amount: string) => `Price: $${amount}`,
  },
} as const;

// Ours: free to reword.
const strings = {
  section: {
    notLoaded: notLoaded('the kits'),
    none: 'No kits are available right now.',
    list: 'Kits',
  },
} as const;

/** §2 "Kit Information": a button per kit and a panel with its details. */
export function KitsSection() {
  const kits = api.useFetchProductsQuery();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <PageTitle>{fixed.section.title}</PageTitle>
      {kits.data !== undefined ? (
        <Kits kits={kits.data} />
      ) : (
        <Pending reading={kits} problem={strings.section.notLoaded} />
      )}
    </div>
  );
}

function Kits({ kits }: { kits: readonly Kit[] }) {
  const chosenKit = useChosenKit();
  const [chosenId, setChosenId] = useState(chosenKit.id);
  const choose = (id: string) => {
    chosenKit.choose(id);
    setChosenId(id);
  };
  const chosen = kits.find(({ id }) => id === chosenId) ?? kits[0];
  if (chosen === undefined) return <EmptyState title={strings.section.none} />;
  return (
    <div className="grid items-start gap-6 grid-cols-1 lg:grid-cols-[min(18rem,30%)_minmax(0,1fr)]">
      <ul aria-label={strings.section.list} className="grid gap-2">
        {kits.map((kit) => (
          <li key={kit.id}>
            <button
              type="button"
              aria-pressed={kit.id === chosen.id}
              onClick={() => choose(kit.id)}
              className="w-full rounded-control border border-line bg-surface px-4 py-3 text-start font-semibold hover:border-plum aria-pressed:border-plum aria-pressed:bg-plum-soft aria-pressed:text-plum"
            >
              {nameOfKit(kit)}
            </button>
          </li>
        ))}
      </ul>
      <KitDetails kit={chosen} />
    </div>
  );
}

function KitDetails({ kit }: { kit: Kit }) {
  return (
    <Card className="grid grid-cols-1 gap-4 sm:p-8">
      <h2 aria-live="polite" className="font-display text-h2">
        {nameOfKit(kit)}
      </h2>
      <p className="text-lg font-semibold tabular-nums">{fixed.section.price(kit.price)}</p>
      <Description html={kit.description} />
    </Card>
  );
}

/** The only HTML that comes from a server, reduced to an allow-list. */
function Description({ html }: { html: string }) {
  const fill = useCallback((box: HTMLDivElement | null) => box?.replaceChildren(sanitizeHtml(html)), [html]);
  return <div ref={fill} className="rich-text" />;
}
