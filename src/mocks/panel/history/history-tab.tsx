import type { HistoryStep, RoomControl } from '@kitwell/mock-engine/control';
import { isSame } from '@kitwell/mock-engine/db/row-changes';
import { HIDDEN } from '@kitwell/mock-engine/engine/log';
import { Redo2, Undo2 } from 'lucide-react';
import { useCallback, useState } from 'react';
import { cx } from '@/ui/cx';
import { EmptyState } from '@/ui/feedback/loading';
import { Badge } from '@/ui/feedback/status';
import { Button } from '@/ui/form/button';
import { isInPage, type PanelContext, useLive } from '../panel-context';
import { Method, Outcome, useOutcome } from '../parts';

/** A field of a changed row as texts; null where the row was added or removed. */
interface FieldChange {
  readonly name: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** A changed row as texts. */
interface RowChange {
  readonly table: string;
  readonly key: string;
  readonly kind: 'added' | 'removed' | 'changed';
  readonly fields: readonly FieldChange[];
}

/** A link in a mail contains a token. */
const secretFields = new Set(['password', 'token', 'code', 'link']);
const LONGEST = 200;

const fieldsOf = (row: object | null): Readonly<Record<string, unknown>> => ({ ...row });

/** The passwords, tokens and codes of a step, which other texts of it may repeat: a mail shows its code. */
function secretsOf({ changes }: HistoryStep): string[] {
  const values = changes.flatMap(({ before, after }) =>
    [before, after].flatMap((row) => [...secretFields].map((field) => fieldsOf(row)[field])),
  );
  const texts = values.filter((value) => typeof value === 'string' && value !== '');
  return [...new Set(texts as string[])].sort((one, other) => other.length - one.length);
}

/**
 * The first changes of a step, field by field. Passwords, tokens and codes are hidden, because a demo is often on a
 * projector.
 */
function firstChanges(step: HistoryStep, db: RoomControl['db'], most: number): RowChange[] {
  const secrets = secretsOf(step);
  const hide = (text: string) => secrets.reduce((result, secret) => result.replaceAll(secret, HIDDEN), text);
  function textOf(name: string, value: unknown): string {
    if (value === null || value === undefined || value === '') return 'none';
    if (secretFields.has(name)) return HIDDEN;
    const text = hide(typeof value === 'string' ? value : JSON.stringify(value));
    return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
  }
  return step.changes.slice(0, most).map(({ table, key, before, after }) => {
    const [old, now] = [fieldsOf(before), fieldsOf(after)];
    const names = [...new Set([...Object.keys(old), ...Object.keys(now)])];
    return {
      table,
      key: textOf(db.keyOf(table), key),
      kind: before === null ? 'added' : after === null ? 'removed' : 'changed',
      fields: names
        .filter((name) => !isSame(old[name], now[name]))
        .map((name) => ({
          name,
          before: before === null ? null : textOf(name, old[name]),
          after: after === null ? null : textOf(name, now[name]),
        })),
    };
  });
}

const MOST_ROWS = 20;
const PAGE = 100;

const countOf = (count: number, one: string): string => `${count} ${count === 1 ? one : `${one}s`}`;

/** A changed row: its table and key, then each changed field with its old and its new value. */
function ChangedRow({ change: { table, key, kind, fields } }: { change: RowChange }) {
  return (
    <li className="grid grid-cols-1 gap-1">
      <p>
        <span className="font-semibold wrap-anywhere">
          {table} {key}
        </span>{' '}
        {kind}
      </p>
      <dl className="grid grid-cols-1 gap-x-3 text-caption @md:grid-cols-[auto_minmax(0,1fr)]">
        {fields.map(({ name, before, after }) => (
          <div key={name} className="contents">
            <dt className="text-ink-2">{name}</dt>
            <dd className="wrap-anywhere">
              {before === null ? null : <del>{before}</del>}
              {before === null || after === null ? null : ' → '}
              {after === null ? null : <ins className="no-underline">{after}</ins>}
            </dd>
          </div>
        ))}
      </dl>
    </li>
  );
}

function ChangedRows({ step, db }: { step: HistoryStep; db: RoomControl['db'] }) {
  const rest = step.changes.length - MOST_ROWS;
  if (step.changes.length === 0) return <p>Only the next ids.</p>;
  return (
    <ul aria-label="Changed rows" className="grid grid-cols-1 gap-3">
      {firstChanges(step, db, MOST_ROWS).map((change, position) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the changes of a step never change, and a hidden key is not unique.
        <ChangedRow key={position} change={change} />
      ))}
      {rest > 0 ? <li>… and {countOf(rest, 'more row')}</li> : null}
    </ul>
  );
}

interface GoToProps {
  /** Names the step for screen readers. */
  name: string;
  isHere: boolean;
  onGo: () => void;
}

/** Goes to a step. It stays a button at the current one, so that it keeps the focus. */
function GoTo({ name, isHere, onGo }: GoToProps) {
  const text = isHere ? 'You are here' : 'Go to here';
  return (
    <Button
      variant={isHere ? 'secondary' : 'ghost'}
      size="sm"
      aria-label={`${text}: ${name}`}
      aria-current={isHere ? 'step' : undefined}
      className="whitespace-nowrap"
      onClick={onGo}
    >
      {text}
    </Button>
  );
}

interface StepItemProps {
  step: HistoryStep;
  db: RoomControl['db'];
  isHere: boolean;
  isUndone: boolean;
  onGo: (position: number) => void;
}

/** One step as a line that expands to the changed rows. */
function StepItem({ step, db, isHere, isUndone, onGo }: StepItemProps) {
  const [isOpen, setOpen] = useState(false);
  const { id, label, at, changes } = step;
  const time = new Date(at).toLocaleString([], { dateStyle: 'short', timeStyle: 'medium' });
  const isCall = /^[A-Z]+ \//.test(label);
  return (
    <li className="flex flex-wrap items-start justify-end gap-1">
      <details
        className={cx(
          'min-w-0 flex-[1_1_14rem] rounded-control border bg-surface',
          isHere ? 'border-plum' : 'border-line',
        )}
        onToggle={(event) => setOpen(event.currentTarget.open)}
      >
        <summary className="cursor-pointer px-3 py-2">
          <span
            className={cx(
              'inline-flex max-w-[calc(100%-1.25rem)] align-top',
              isUndone && 'text-ink-2 line-through',
            )}
          >
            {isCall ? <Method operation={label} /> : <span className="text-sm font-semibold">{label}</span>}
          </span>
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-caption text-ink-2">
            <time dateTime={at}>{time}</time>
            {`${countOf(changes.length, 'row')} changed`}
            {isUndone ? <Badge tone="warning">undone</Badge> : null}
          </span>
        </summary>
        {isOpen ? (
          <div className="border-t border-line px-3 py-3 text-sm">
            <ChangedRows step={step} db={db} />
          </div>
        ) : null}
      </details>
      <GoTo name={`${label}, step ${id}`} isHere={isHere} onGo={() => onGo(id)} />
    </li>
  );
}

/** Every change of the data, newest first, with undo, redo and jump. The screens and the clock follow. */
export function HistoryTab({ context }: { context: PanelContext }) {
  const { history, db } = context.control;
  const read = useCallback(() => ({ steps: history.list(), position: history.position() }), [history]);
  const { steps, position } = useLive(read, history.onChange);
  const [limit, setLimit] = useState(PAGE);
  const { outcome, attempt } = useOutcome();
  const move = (moving: Promise<void>) => attempt(() => moving.then(() => ''));
  const goTo = (target: number) => void move(history.goTo(target));
  if (steps.length === 0) {
    return (
      <EmptyState title="No changes yet">
        Every request and every edit that changes data appears here and can be undone.
        {isInPage(context) ? ' A reload begins a new history.' : ''}
      </EmptyState>
    );
  }
  const isDone = (step: HistoryStep) => step.id <= position;
  const done = steps.filter(isDone);
  const newestFirst = steps.toReversed();
  return (
    <div className="grid grid-cols-1 gap-3">
      <p className="text-caption text-ink-2">
        {isInPage(context)
          ? 'The screens and the clock follow. What is typed in a form stays. '
          : 'The clock follows. '}
        Going back before a login ends its session.
      </p>
      <div className="flex flex-wrap items-center gap-2">
        <Button
          variant="secondary"
          size="sm"
          icon={<Undo2 aria-hidden="true" className="size-4" />}
          disabled={done.length === 0}
          onClick={() => void move(history.undo())}
        >
          Undo
        </Button>
        <Button
          variant="secondary"
          size="sm"
          icon={<Redo2 aria-hidden="true" className="size-4" />}
          disabled={done.length === steps.length}
          onClick={() => void move(history.redo())}
        >
          Redo
        </Button>
        <span role="status" className="text-caption text-ink-2">
          {countOf(steps.length, 'step')}, {steps.length - done.length} undone
        </span>
      </div>
      <Outcome>{outcome}</Outcome>
      <ol aria-label="Steps, newest first" className="grid grid-cols-1 gap-1.5">
        {newestFirst.slice(0, limit).map((step) => (
          <StepItem
            key={step.id}
            step={step}
            db={db}
            isHere={step.id === position}
            isUndone={!isDone(step)}
            onGo={goTo}
          />
        ))}
        {steps.length > limit ? (
          <li>
            <Button variant="ghost" size="sm" onClick={() => setLimit(limit + PAGE)}>
              Show older steps
            </Button>
          </li>
        ) : (
          <li className="flex items-center justify-between gap-1 ps-3 text-sm text-ink-2">
            Before the first step
            <GoTo name="before the first step" isHere={position === 0} onGo={() => goTo(0)} />
          </li>
        )}
      </ol>
    </div>
  );
}
