import type * as z from 'zod/mini';
import type { MockControl, RoomControl, ScenarioState } from '../control';
import { createWriteQueue } from '../db/promises';
import type { Mock } from '../engine/mock';
import { requireListed } from '../engine/operation-lookup';
import { createScenario } from '../engine/scenario';
import { errorMessage } from '../error-message';
import { createNotes, type Notes } from '../world/notes';
import { createSignal } from '../world/signal';

/** What a control room shows of a product. */
export interface RoomProduct extends Pick<Mock, 'name' | 'limits' | 'panel'> {
  readonly accounts: Pick<Mock['accounts'], 'demo'>;
}

/** The same over HTTP. */
export interface RoomDescription extends RoomProduct {
  readonly tables: readonly { table: string; key: string; schema: z.core.JSONSchema.JSONSchema }[];
}

export interface RemoteRoom {
  readonly mock: RoomProduct;
  readonly control: RoomControl;
  readonly notes: Notes;
  readonly onDataChange: (listener: () => void) => () => void;
  readonly onLogChange: (listener: () => void) => () => void;
  readonly onScenarioChange: (listener: () => void) => () => void;
  /** Whether the server reports its changes now. */
  readonly isConnected: () => boolean;
  readonly onConnection: (listener: () => void) => () => void;
}

/** A path below `/__mock/`, for the tenant that the page's own address names. */
function controlUrl(path: string): string {
  const tenant = new URLSearchParams(location.search).get('tenant');
  const separator = path.includes('?') ? '&' : '?';
  return `/__mock/${path}${tenant === null ? '' : `${separator}tenant=${encodeURIComponent(tenant)}`}`;
}

/**
 * Calls the control interface of the server that this page is from.
 *
 * @param body JSON
 * @throws Error with the message of the server
 */
export async function callControl<T>(method: string, path: string, body?: string): Promise<T> {
  const answer = await fetch(controlUrl(path), { method, ...(body !== undefined && { body }) });
  const json = await answer.json();
  if (!answer.ok) throw new Error(json.message);
  return json;
}

/** A copy of a value of the server, which can be read without waiting. */
function mirror<T>(first: T, load: () => Promise<T>, onLoad: () => void) {
  let value = first;
  let loading: Promise<void> | undefined;
  let isStale = false;
  async function run() {
    try {
      do {
        isStale = false;
        value = await load();
      } while (isStale);
    } finally {
      loading = undefined;
    }
    onLoad();
  }
  return {
    read: () => value,
    /** Resolves once the value is at least as new as this call. */
    refresh(): Promise<void> {
      isStale = true;
      loading ??= run();
      return loading;
    },
  };
}

/** Connects a control room to the mock of the server that its page is from. Resolves once there is something to show. */
export async function connectRoom(): Promise<RemoteRoom> {
  // With a tenant per visitor, the first answer decides who this one is.
  await callControl('GET', 'tenant');
  const [mock, operations] = await Promise.all([
    callControl<RoomDescription>('GET', 'room'),
    callControl<ReturnType<MockControl['operations']>>('GET', 'operations'),
  ]);
  const notes = createNotes();
  const data = createSignal();
  const log = createSignal();
  const history = createSignal();
  const connection = createSignal();
  const note = (error: unknown) => notes.add(errorMessage(error));
  const get =
    <T>(path: string) =>
    () =>
      callControl<T>('GET', path);

  const mails = mirror([], get<ReturnType<MockControl['mail']['list']>>('mail'), data.notify);
  const choice = mirror(
    { preset: '', seed: 0 },
    get<ReturnType<MockControl['choice']>>('choice'),
    data.notify,
  );
  const requests = mirror([], get<ReturnType<MockControl['log']['list']>>('log'), log.notify);
  const steps = mirror(
    { position: 0, steps: [] },
    get<{ position: number; steps: ReturnType<MockControl['history']['list']> }>('history'),
    history.notify,
  );
  const clock = mirror(
    { now: 0, at: 0, isRunning: true },
    async () => {
      const { now, running } = await callControl<{ now: string; running: boolean }>('GET', 'clock');
      return { now: Date.parse(now), at: Date.now(), isRunning: running };
    },
    data.notify,
  );

  const tables = new Map(mock.tables.map((each) => [each.table, each]));
  /** Those that were looked at. */
  const rows = new Map<string, ReturnType<typeof mirror<object[]>>>();
  function rowsOf(table: string) {
    const existing = rows.get(table);
    if (existing) return existing;
    const added = mirror<object[]>([], get(`db/${encodeURIComponent(table)}`), data.notify);
    rows.set(table, added);
    added.refresh().catch(note);
    return added;
  }
  function tableCalled(table: string) {
    const description = tables.get(table);
    if (!description) throw new Error(`There is no table "${table}".`);
    return description;
  }

  // Applied here at once, as the server does it: what is typed meanwhile is not overwritten, and errors are thrown.
  const scenario = createScenario([0, 0], {
    operationNames: [],
    listOperations: () => operations,
    operationCalled: (operation) => operation,
    requireBranch: (operation, branch) =>
      requireListed(
        operation,
        branch,
        operations.find((each) => each.operation === operation)?.branches ?? [],
      ),
    declarationOf(name) {
      throw new Error(`Only the server has the declaration of ${name}.`);
    },
  });
  const inOrder = createWriteQueue();
  let unanswered = 0;
  async function refreshScenario(): Promise<void> {
    const state = await callControl<ScenarioState>('GET', 'scenario');
    if (unanswered === 0) scenario.apply(state);
  }
  function setScenario(path: string, body: unknown): void {
    unanswered += 1;
    inOrder(() => callControl('POST', path, JSON.stringify(body)))
      .catch(note)
      .finally(() => {
        unanswered -= 1;
        return refreshScenario();
      })
      .catch(note);
  }

  const refreshTime = () => Promise.all([clock.refresh(), choice.refresh()]);
  const refreshAll = () =>
    Promise.all([
      refreshScenario(),
      ...[mails, choice, requests, steps, clock, ...rows.values()].map(({ refresh }) => refresh()),
    ]);

  async function follow(what: string): Promise<unknown> {
    if (what === 'scenario') return refreshScenario();
    if (what === 'log') return requests.refresh();
    // A step may also move the clock.
    if (what === 'history') return Promise.all([steps.refresh(), clock.refresh()]);
    const table = what.replace(/^db\//, '');
    return Promise.all([
      rows.get(table)?.refresh(),
      ...(table === 'mails' ? [mails.refresh()] : []),
      ...(table === 'settings' ? [refreshTime()] : []),
    ]);
  }
  const changes = new EventSource(controlUrl('changes'));
  // Also after a restart of the server.
  changes.addEventListener('open', () => {
    connection.notify();
    refreshAll().catch(note);
  });
  changes.addEventListener('error', connection.notify);
  changes.addEventListener('message', ({ data: what }) => void follow(String(what)).catch(note));
  await refreshAll();

  /** Writes, and resolves once the room shows what came of it. */
  async function write<T>(
    method: string,
    path: string,
    body: unknown,
    refresh: () => Promise<unknown>,
  ): Promise<T> {
    const answer = await callControl<T>(method, path, JSON.stringify(body));
    await refresh();
    return answer;
  }
  const writeRow = <T>(method: string, table: string, id: unknown, body?: object) => {
    const path = ['db', table, ...(id === undefined ? [] : [String(id)])].map(encodeURIComponent).join('/');
    return write<T>(method, path, body, rowsOf(table).refresh);
  };
  const moveClock = async (body: object) => void (await write('POST', 'clock', body, refreshTime));
  const move = async (path: string, body: object = {}) =>
    void (await write('POST', path, body, () => Promise.all([steps.refresh(), refreshTime()])));

  return {
    mock,
    notes,
    onDataChange: data.onChange,
    onLogChange: log.onChange,
    onScenarioChange: scenario.onChange,
    isConnected: () => changes.readyState === EventSource.OPEN,
    onConnection: connection.onChange,
    control: {
      ready: Promise.resolve(),
      operations: () => operations,
      set(operation, branch, options = {}) {
        scenario.overrides.set(operation, branch, options);
        setScenario('set', { ...options, operation, branch });
      },
      clear(operation, position) {
        scenario.overrides.clear(operation, position);
        setScenario('clear', { operation, position });
      },
      chaos(options) {
        scenario.chaos.set(options);
        setScenario('chaos', options);
      },
      latency(...latency) {
        const next = latency.length === 1 ? latency[0] : latency;
        scenario.latency.set(next);
        setScenario('latency', next);
      },
      scenario: scenario.state,
      reset: async (options = {}) => void (await write('POST', 'reset', options, refreshAll)),
      choice: choice.read,
      mail: { list: () => [...mails.read()] },
      log: { list: requests.read, clear: () => void callControl('DELETE', 'log').catch(note) },
      db: {
        tables: () => [...tables.keys()],
        keyOf: (table) => tableCalled(table).key,
        schemaOf: (table) => tableCalled(table).schema,
        list: (table) => rowsOf(table).read(),
        insert: (table, row) => writeRow('POST', table, undefined, row),
        patch: (table, id, change) => writeRow('PATCH', table, id, change),
        remove: (table, id) => writeRow('DELETE', table, id),
        export: () => callControl('GET', 'export'),
        async import(file) {
          await callControl('POST', 'import', typeof file === 'string' ? file : JSON.stringify(file));
          await refreshAll();
        },
      },
      clock: {
        now() {
          const { now, at, isRunning } = clock.read();
          return new Date(isRunning ? now + Date.now() - at : now);
        },
        isRunning: () => clock.read().isRunning,
        set: (time) => moveClock({ set: new Date(time).toISOString() }),
        advance: (milliseconds) => moveClock({ advance: milliseconds }),
        stop: () => moveClock({ running: false }),
        run: () => moveClock({ running: true }),
      },
      history: {
        list: () => [...steps.read().steps],
        position: () => steps.read().position,
        undo: () => move('history/undo'),
        redo: () => move('history/redo'),
        goTo: (position) => move('history', { position }),
        onChange: history.onChange,
      },
    },
  };
}
