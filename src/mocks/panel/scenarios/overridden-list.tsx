import { X } from 'lucide-react';
import { IconButton } from '@/ui/form/icon-button';
import type { PanelContext } from '../panel-context';
import { useScenario } from '../use-scenario';
import { Method } from './method';

const often = (times: number | undefined) =>
  times === undefined ? 'always' : times === 1 ? 'once' : `${times} times`;

/** What is overridden, at a glance, and away with one press. */
export function OverriddenList({ context }: { context: PanelContext }) {
  const { overrides } = useScenario(context);
  if (overrides.length === 0) return null;
  return (
    <ul aria-label="Overridden" className="-mt-3 grid grid-cols-1 gap-1">
      {overrides.map(({ operation, branch, delay, times }) => (
        <li
          key={`${operation}:${branch}:${times}`}
          className="flex items-center gap-2 rounded-control border border-coral/40 bg-coral-soft ps-3"
        >
          <Method operation={operation} />
          <span className="text-end text-caption text-ink-2">
            <strong className="text-coral">{branch}</strong> {often(times)}
            {delay === undefined ? '' : `, after ${delay} ms`}
          </span>
          <IconButton
            label={`Drop the override of ${operation}`}
            tooltip={false}
            size="sm"
            icon={<X aria-hidden="true" className="size-4" />}
            onClick={() => context.control.clear(operation)}
          />
        </li>
      ))}
    </ul>
  );
}
