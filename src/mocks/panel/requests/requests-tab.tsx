import type { LogEntry } from '@kitwell/mock-engine/control';
import { routeOf } from '@kitwell/mock-engine/declaration';
import type { Hosts } from '@kitwell/mock-engine/engine/handlers';
import type { Mock } from '@kitwell/mock-engine/engine/mock';
import { useMemo, useState } from 'react';
import { cx } from '@/ui/cx';
import { EmptyState } from '@/ui/feedback/loading';
import { Badge } from '@/ui/feedback/status';
import { Button } from '@/ui/form/button';
import { Checkbox, Field, Select } from '@/ui/form/field';
import { SearchInput } from '@/ui/form/search-input';
import { describeArrival } from '../override-form';
import { type PanelContext, useLive, useScenario } from '../panel-context';
import { CopyButton, Json, Method } from '../parts';

/** The parts of a logged request (see `readRequest`). */
interface Parts {
  readonly path?: Record<string, unknown>;
  readonly query?: Record<string, unknown>;
  readonly body?: unknown;
}

const partsOf = ({ request }: LogEntry): Parts => (typeof request === 'object' ? (request ?? {}) : {});

/** The log hides secrets and cuts long values; such a request can't be repeated. */
const isComplete = ({ request }: LogEntry): boolean =>
  !/\[hidden\]|… \[cut, |… and \d+ more|"…":/.test(JSON.stringify(request));

/** Where the product's calls go, and how they are declared. */
interface Target {
  readonly mock: Mock;
  readonly hosts: Hosts;
}

const declaredOf = ({ mock: { operations } }: Target, { operation }: LogEntry) =>
  operations.declarationOf(operations.operationCalled(operation));

function urlOf(entry: LogEntry, target: Target): string {
  const declared = declaredOf(target, entry);
  const { path = {}, query = {} } = partsOf(entry);
  const filled = routeOf(declared).path.replace(/\{(\w+)\}/g, (_, key: string) =>
    encodeURIComponent(String(path[key] ?? '')),
  );
  const search = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]));
  return `${target.hosts[declared.host ?? 'api'] ?? ''}${filled}${search.size > 0 ? `?${search}` : ''}`;
}

interface Call {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** The logged request as a call. @param token sent if the logged request had one */
function callOf(entry: LogEntry, target: Target, token: string): Call {
  const { body } = partsOf(entry);
  return {
    url: urlOf(entry, target),
    method: routeOf(declaredOf(target, entry)).method,
    headers: {
      ...(entry.signedIn ? { Authorization: token } : {}),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  };
}

/** Sends a complete request again, as the account that is signed in now. Its response appears in the log. */
async function sendAgain(entry: LogEntry, target: Target): Promise<void> {
  const { url, ...init } = callOf(entry, target, target.mock.accounts.storedToken?.() ?? '');
  // A branch without a response, or a rejected one: the log shows it.
  await fetch(url, init).catch(() => undefined);
}

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** A curl command. Instead of the token it has `$TOKEN`, and instead of passwords `[hidden]`. */
function asCurl(entry: LogEntry, target: Target): string {
  const { url, method, headers, body } = callOf(entry, target, '$TOKEN');
  const lines = [
    `curl -X ${method} ${quoted(url)}`,
    // In double quotes, so that the shell replaces $TOKEN.
    ...Object.entries(headers).map(([name, value]) => `-H "${name}: ${value}"`),
    ...(body === undefined ? [] : [`--data-raw ${quoted(body)}`]),
  ];
  return lines.join(' \\\n  ');
}

const deciders: Record<LogEntry['decidedBy'], string> = {
  rule: 'its rules',
  header: 'the X-Mock-Scenario header',
  magic: 'a magic address',
  override: 'an override',
  chaos: 'chaos',
  contract: 'the contract: the request does not fit it',
  auth: 'the missing or expired sign-in',
  policy: 'the mock: there is no such call',
  defect: 'a defect of the mock backend',
};

const toneOf = ({ status }: LogEntry) =>
  status === null || status >= 500 ? 'error' : status >= 400 ? 'warning' : 'success';

const isFailed = ({ status, violation }: LogEntry) => status === null || status >= 400 || violation !== null;

interface RequestProps {
  context: PanelContext;
  entry: LogEntry;
  /** Of the entry's operation. */
  branches: readonly string[];
}

/** What can be done with a logged request: repeat it, override the next response, copy it. */
function RequestActions({ context, entry, branches }: RequestProps) {
  const { control } = context;
  const { overrides } = useScenario(context);
  const [isBusy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState('');
  const { operation } = entry;
  const next = overrides.find((override) => override.operation === operation)?.branch ?? '';
  const send = async () => {
    setBusy(true);
    await sendAgain(entry, context);
    setBusy(false);
    setOutcome('Sent. The new request is at the top of the list.');
  };
  const answerNext = (branch: string) => {
    control.clear(operation);
    if (branch !== '') control.set(operation, branch, { times: 1 });
  };
  return (
    <div className="grid grid-cols-1 gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <Button
          variant="secondary"
          size="sm"
          busy={isBusy}
          disabled={!isComplete(entry)}
          onClick={() => void send()}
        >
          Send again
        </Button>
        <CopyButton label="Copy as curl" text={() => asCurl(entry, context)} />
      </div>
      <p role="status" className="text-caption text-ink-2 empty:hidden">
        {isComplete(entry)
          ? outcome
          : 'It can’t be sent again: the log hides passwords and cuts long values.'}
      </p>
      <Field label="Answer differently next time">
        <Select
          value={next}
          placeholder="No override"
          options={[...new Set([...branches, ...(next === '' ? [] : [next])])].map((branch) => ({
            value: branch,
            label: branch,
          }))}
          onChange={(event) => answerNext(event.target.value)}
        />
      </Field>
    </div>
  );
}

/** One request as a line that expands to its details. */
function RequestItem({ context, entry, branches }: RequestProps) {
  const [isOpen, setOpen] = useState(false);
  const { operation, branch, status, duration, decidedBy, violation, signedIn, at, arrival } = entry;
  return (
    <li>
      <details
        className={cx('rounded-control border bg-surface', violation ? 'border-red' : 'border-line')}
        onToggle={(event) => setOpen(event.currentTarget.open)}
      >
        <summary className="flex cursor-pointer items-center gap-2 px-3 py-2">
          <Method operation={operation} />
          <span className="flex max-w-3/5 flex-wrap items-center justify-end gap-2">
            {violation ? <Badge tone="error">outside the contract</Badge> : null}
            {arrival ? <Badge tone="warning">body {describeArrival(arrival)}</Badge> : null}
            {branch === 'ok' ? null : <Badge tone="neutral">{branch}</Badge>}
            <Badge tone={toneOf(entry)}>{status ?? 'no answer'}</Badge>
            <span className="w-14 text-end text-caption text-ink-2 tabular-nums">{duration} ms</span>
          </span>
        </summary>
        {isOpen ? (
          <div className="grid grid-cols-1 gap-2 border-t border-line px-3 py-3 text-sm">
            <p className="text-ink-2">
              <time dateTime={at}>{new Date(at).toLocaleTimeString()}</time>. Decided by {deciders[decidedBy]}
              . Token: {signedIn ? 'sent, hidden here' : 'none'}.
            </p>
            <p>
              {violation ? (
                <strong className="text-red">
                  The {violation.side} breaks the contract: {violation.details}
                </strong>
              ) : (
                'Request and response fit the contract, or the branch breaks it on purpose.'
              )}
            </p>
            {branches.length > 0 ? (
              <RequestActions context={context} entry={entry} branches={branches} />
            ) : null}
            <h3 className="font-semibold">Request</h3>
            <Json label="Request" value={entry.request} />
            <h3 className="font-semibold">Response</h3>
            <Json label="Response" value={entry.response} />
          </div>
        ) : null}
      </details>
    </li>
  );
}

const MOST_SHOWN = 100;

const noBranches: readonly string[] = [];

/** Requests and responses, newest first. */
export function RequestsTab({ context }: { context: PanelContext }) {
  const { control, onLogChange } = context;
  const entries = useLive(control.log.list, onLogChange);
  const [search, setSearch] = useState('');
  const [onlyFailed, setOnlyFailed] = useState(false);
  const branchesOf = useMemo(
    () => new Map(control.operations().map(({ operation, branches }) => [operation, branches])),
    [control],
  );
  const wanted = search.trim().toLowerCase();
  const found = entries
    .filter(
      (entry) =>
        (!onlyFailed || isFailed(entry)) &&
        `${entry.operation} ${entry.branch} ${entry.status ?? ''}`.toLowerCase().includes(wanted),
    )
    .reverse();
  if (entries.length === 0) {
    return <EmptyState title="No requests yet">Every call of the product appears here.</EmptyState>;
  }
  const broken = entries.filter(({ violation }) => violation !== null).length;
  return (
    <div className="grid grid-cols-1 gap-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <SearchInput
          label="Search requests"
          value={search}
          onValueChange={setSearch}
          className="min-w-36 flex-1"
        />
        <Checkbox
          label="Failed only"
          checked={onlyFailed}
          onChange={(event) => setOnlyFailed(event.target.checked)}
        />
        <Button variant="secondary" size="sm" onClick={control.log.clear}>
          Clear
        </Button>
      </div>
      <p role="status" className="text-caption text-ink-2">
        {found.length} {found.length === 1 ? 'request' : 'requests'},{' '}
        {broken === 0 ? 'all within the contract' : `${broken} outside the contract`}
      </p>
      <ol aria-label="Requests, newest first" className="grid grid-cols-1 gap-1.5">
        {found.slice(0, MOST_SHOWN).map((entry) => (
          <RequestItem
            key={entry.id}
            context={context}
            entry={entry}
            branches={branchesOf.get(entry.operation) ?? noBranches}
          />
        ))}
      </ol>
    </div>
  );
}
