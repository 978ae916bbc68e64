import { useState } from 'react';
import { cx } from '@/ui/cx';
import { Badge } from '@/ui/feedback/badge';
import { EmptyState } from '@/ui/feedback/empty-state';
import { type LiveActor, statesIn } from './actor-watch';
import { Chart } from './chart';
import { eventName } from './chart-model';
import { type PanelContext, useLive } from './panel-context';
import { Section } from './parts';

/** The page's actors as a tree, with the current states and the events of the selected machine. */
export function MachinesTab({ context: { actors } }: { context: PanelContext }) {
  const live = useLive(actors.list, actors.onChange);
  const [chosen, setChosen] = useState('');
  const actor = live.find(({ id }) => id === chosen) ?? live[0];
  if (!actor) {
    return (
      <EmptyState title="No machines run here">Open a page that does something step by step.</EmptyState>
    );
  }
  return (
    <div className="grid grid-cols-1 gap-4">
      <nav aria-label="Actor system">
        <Tree actors={live} parent={null} chosen={actor.id} onChoose={setChosen} />
      </nav>
      <ActorView actor={actor} />
    </div>
  );
}

interface TreeProps {
  actors: readonly LiveActor[];
  /** The actor whose children are listed; null for the roots. */
  parent: string | null;
  chosen: string;
  onChoose: (id: string) => void;
}

function Tree({ actors, parent, chosen, onChoose }: TreeProps) {
  const known = new Set(actors.map(({ id }) => id));
  // An actor whose parent was dropped is listed as a root.
  const parentOf = (actor: LiveActor) =>
    actor.parent !== null && known.has(actor.parent) ? actor.parent : null;
  // `actors` is newest first; the tree is easier to read in start order.
  const own = actors.filter((actor) => parentOf(actor) === parent).reverse();
  if (own.length === 0) return null;
  return (
    <ul className={cx('grid grid-cols-1 gap-1', parent !== null && 'mt-1 border-s border-line ps-3')}>
      {own.map((actor) => (
        <li key={actor.id}>
          <button
            type="button"
            aria-current={actor.id === chosen}
            className={cx(
              'flex min-h-8 w-full flex-wrap items-center gap-x-2 rounded-control px-2 py-1 text-start text-sm hover:bg-plum-soft',
              actor.id === chosen && 'bg-plum-soft',
              actor.status !== 'active' && 'text-ink-2',
            )}
            onClick={() => onChoose(actor.id)}
          >
            <span className="font-semibold">{actor.name}</span> <span>{statesOf(actor)}</span>
          </button>
          <Tree actors={actors} parent={actor.id} chosen={chosen} onChoose={onChoose} />
        </li>
      ))}
    </ul>
  );
}

const statesOf = ({ value, status }: LiveActor) => {
  const states = statesIn(value).join(' + ');
  return status === 'active' ? states : `${status}${states === '' ? '' : ` in ${states}`}`;
};

function ActorView({ actor }: { actor: LiveActor }) {
  const current = statesIn(actor.value);
  return (
    <>
      <p className="flex flex-wrap items-center gap-2 text-sm">
        <span className="font-semibold">{actor.name}</span>
        {current.map((state) => (
          <Badge key={state} tone="brand">
            {state}
          </Badge>
        ))}
        {actor.status === 'active' ? null : <Badge tone="neutral">{actor.status}</Badge>}
      </p>
      {Object.keys(actor.root.states).length === 0 ? (
        <p className="text-sm text-ink-2">It has no states of its own: it runs other actors.</p>
      ) : (
        <Chart name={actor.name} root={actor.root} current={actor.status === 'stopped' ? [] : current} />
      )}
      <Section title="Last events" hint="Names only: what an event carries may be a password.">
        <ol aria-label="Last events, newest first" className="grid grid-cols-1 gap-1 text-sm">
          {actor.events.map(({ id, type, states, at }) => (
            <li key={id} className="flex flex-wrap gap-x-3 rounded-control bg-surface px-3 py-1">
              <time dateTime={at.toISOString()} className="text-caption text-ink-3 tabular-nums">
                {at.toLocaleTimeString()}
              </time>
              <strong>{eventName(type)}</strong>
              <span className="ms-auto text-ink-2">{states.join(' + ')}</span>
            </li>
          ))}
        </ol>
      </Section>
    </>
  );
}
