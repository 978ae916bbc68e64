import type { HistoryStep, MockControl } from '@/mocks/control';
import { isSame } from '@/mocks/db/row-changes';
import { HIDDEN } from '@/mocks/engine/log';

/** A field of a changed row as texts; null where the row was added or removed. */
interface ShownField {
  readonly name: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** A changed row as texts. */
export interface ShownChange {
  readonly table: string;
  readonly key: string;
  readonly kind: 'added' | 'removed' | 'changed';
  readonly fields: readonly ShownField[];
}

/** A link in a mail contains a token. */
const secretFields = new Set(['password', 'token', 'code', 'link']);
const LONGEST = 200;

const fieldsOf = (row: object | null): Readonly<Record<string, unknown>> => ({ ...row });

/** The passwords, tokens and codes of a step, which other texts of it may repeat: a mail shows its code. */
function secretsOf({ changes }: HistoryStep): string[] {
  const found = changes.flatMap(({ before, after }) =>
    [before, after].flatMap((row) => [...secretFields].map((field) => fieldsOf(row)[field])),
  );
  const texts = found.filter((value) => typeof value === 'string' && value !== '');
  return [...new Set(texts as string[])].sort((one, other) => other.length - one.length);
}

/**
 * The first changes of a step, field by field. Passwords, tokens and codes are hidden, because a demo is often on a
 * projector.
 */
export function shownChanges(step: HistoryStep, db: MockControl['db'], most: number): ShownChange[] {
  const secrets = secretsOf(step);
  const hide = (text: string) => secrets.reduce((held, secret) => held.replaceAll(secret, HIDDEN), text);
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
