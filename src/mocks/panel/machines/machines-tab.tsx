import { useState } from 'react';
import { Badge } from '@/shared/ui/badge';
import { EmptyState } from '@/shared/ui/empty-state';
import { Select } from '@/shared/ui/select';
import type { PanelContext } from '../panel-context';
import { Section } from '../parts/section';
import { useLive } from '../use-live';
import { type LiveActor, statesIn } from './actor-watch';
import { Chart } from './chart';
import { eventName } from './event-name';

/** Each machine that runs in the page: where it is, and how it came there. */
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
      <Select
        aria-label="Machine"
        value={actor.id}
        options={live.map((each) => ({ value: each.id, label: nameOf(each) }))}
        onChange={(event) => setChosen(event.target.value)}
      />
      <ActorView actor={actor} />
    </div>
  );
}

const nameOf = ({ name, value, status }: LiveActor) => {
  const states = statesIn(value).join(' + ');
  return `${name}: ${status === 'active' ? states : `${status}${states === '' ? '' : ` in ${states}`}`}`;
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
      <Chart name={actor.name} root={actor.root} current={actor.status === 'stopped' ? [] : current} />
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
