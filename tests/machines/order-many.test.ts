import {
  defect,
  doneEvent,
  errorEvent,
  expectNoDeadEnd,
  expectOnEveryWalk,
  failure,
  planFor,
  type Replay,
  replay,
} from '@tests/support/machine-paths';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type EventFromLogic,
  type EventObject,
  initialTransition,
  type SnapshotFrom,
  transition,
} from 'xstate';
import { patientId } from '@/contract';
import { type LeaveOutReason, nextPatients, type PatientToOrderFor, unresolvedOrders } from '@/domain/orders';
import { orderManyMachine } from '@/machines/order-many.machine';

const billing = 'Please add your card details and lab details before placing orders.';
const blank = 'Please enter all the required fields.';
const already = 'Order has already been placed for this patient.';

const patientCalled = (id: string, fields: Partial<PatientToOrderFor> = {}): PatientToOrderFor => ({
  patientId: patientId.parse(id),
  name: `Patient ${id}`,
  authorized: true,
  requested: false,
  unanswered: false,
  ...fields,
});
const [a, b, c] = [patientCalled('P-1'), patientCalled('P-2'), patientCalled('P-3')];
const notAuthorized = patientCalled('P-9', { authorized: false });

const choice = { frequency: '1 Month', kitType: 'kit-2' };
const place = { type: 'PLACE', ...choice } as const;
const agree = { type: 'AGREE' } as const;
const open = (...patients: PatientToOrderFor[]) => ({ type: 'OPEN', patients }) as const;
const retry = (status: 'failed' | 'unknown') => ({ type: 'RETRY', status }) as const;
const orderNext = { type: 'ORDER_NEXT' } as const;
const include = (reason: LeaveOutReason) => ({ type: 'LEAVE_OUT', reason, leaveOut: false }) as const;
const billed = (canOrder: boolean) => ({ type: 'BILLING_CHANGED', canOrder }) as const;

const operation = 'requestAddressConfirmation';
const conflict = failure(operation, 400);
const broken = failure(operation, 500);
const lost = failure(operation, 'no-response');
const rejected = { ...failure(operation, 403), message: 'Authorize this patient first.' };

const sent = doneEvent('placeOrder', { success: true, message: 'Sent' });
const fails = (error: unknown) => errorEvent('placeOrder', error);

const common = { input: undefined, answers: { placeOrder: [{ success: true, message: 'Sent' }] } } as const;

/** One patient, with everything that can happen. */
const alone = planFor(orderManyMachine, {
  ...common,
  events: [
    open(a),
    billed(true),
    billed(false),
    place,
    { type: 'PLACE', frequency: ' ', kitType: 'kit-2' },
    agree,
    { type: 'DECLINE' },
    { type: 'PAUSE' },
    { type: 'RESUME' },
    { type: 'LEAVE_REST' },
    retry('failed'),
    retry('unknown'),
    orderNext,
    { type: 'CLEAR_NEXT' },
    include('requested'),
    include('unanswered'),
    { type: 'DISMISS' },
  ],
  errors: [broken, conflict, lost, defect],
  // Each patient has the failure in their result.
  silentCalls: ['placeOrder'],
  goal: 'finished',
});

/** Two patients, one after the other. */
const pair = planFor(orderManyMachine, {
  ...common,
  events: [
    open(a, b),
    billed(true),
    place,
    agree,
    { type: 'PAUSE' },
    { type: 'RESUME' },
    retry('failed'),
    retry('unknown'),
    include('requested'),
  ],
  errors: [broken, lost],
  silentCalls: ['placeOrder'],
  goal: 'finished',
});

/** Orders of a session that ended while two patients waited. */
const restoredPlan = planFor(orderManyMachine, {
  ...common,
  input: {
    patients: [a, b],
    results: Array(2).fill({ status: 'waiting', unanswered: false }),
    ...choice,
    next: [],
  },
  events: [billed(true), billed(false), { type: 'PAUSE' }, { type: 'RESUME' }, { type: 'LEAVE_REST' }],
  errors: [broken, lost],
  silentCalls: ['placeOrder'],
});

type Snapshot = SnapshotFrom<typeof orderManyMachine>;
type Context = Snapshot['context'];

const contextOf = ({ context }: Pick<Replay, 'context'>) => context as Context;
const namesOf = (patients: readonly PatientToOrderFor[]) => patients.map(({ name }) => name);
const resultsOf = (record: Replay) => contextOf(record).results;
/** The counts of no patients. */
const none = {
  waiting: 0,
  sending: 0,
  requested: 0,
  exists: 0,
  failed: 0,
  rejected: 0,
  unknown: 0,
  'left-out': 0,
};
const sentTo = ({ calls }: Replay) => calls.map(({ input }) => (input as PatientToOrderFor).patientId);

/** From the selection to the first call. */
const ordering = (...patients: PatientToOrderFor[]): EventObject[] => [
  billed(true),
  open(...patients),
  place,
  agree,
];

describe('ordering for many patients', () => {
  it('never leaves the provider stuck, with one patient or several', () => expectNoDeadEnd(alone, pair));

  it('sends one call after another, in the order of the list', async () => {
    const first = await replay(pair, ordering(a, b, c));
    expect(sentTo(first)).toEqual(['P-1']);
    expect(resultsOf(first).map(({ status }) => status)).toEqual(['sending', 'waiting', 'waiting']);
    const all = await replay(pair, [...ordering(a, b, c), sent, sent, sent]);
    expect(sentTo(all)).toEqual(['P-1', 'P-2', 'P-3']);
    expect(resultsOf(all)).toEqual(Array(3).fill({ status: 'requested', message: 'Sent' }));
    expect(all.emitted).toEqual([{ type: 'finished', counts: { ...none, requested: 3 } }]);
  });

  it('does not pause if the pause is taken back during the running call', async () => {
    const record = await replay(pair, [...ordering(a, b), { type: 'PAUSE' }, { type: 'RESUME' }, sent]);
    expect(sentTo(record)).toEqual(['P-1', 'P-2']);
  });

  it('goes on after a failure, and retries only the failed orders', async () => {
    const once = [...ordering(a, b, c), fails(broken), sent, fails(rejected)];
    const finished = await replay(pair, once);
    expect(resultsOf(finished)).toEqual([
      { status: 'failed', failure: broken },
      { status: 'requested', message: 'Sent' },
      { status: 'rejected', failure: rejected },
    ]);
    expect(finished.emitted).toEqual([
      { type: 'finished', counts: { ...none, requested: 1, failed: 1, rejected: 1 } },
    ]);
    const again = await replay(pair, [...once, retry('failed'), sent]);
    expect(sentTo(again)).toEqual(['P-1', 'P-2', 'P-3', 'P-1']);
    expect(resultsOf(again).map(({ status }) => status)).toEqual(['requested', 'requested', 'rejected']);
  });

  it.each([
    ['has an order', conflict, 'exists'],
    ['is refused by the server', rejected, 'rejected'],
    ['is unknown to the server', failure(operation, 404), 'rejected'],
    ['came while the server was busy', failure(operation, 429), 'failed'],
    ['met an error of the server', broken, 'failed'],
    ['met a defect', defect, 'failed'],
  ])('knows whether another try may succeed for a patient who %s', async (_, error, status) => {
    const record = await replay(pair, [...ordering(a), fails(error)]);
    expect(resultsOf(record).map((result) => result.status)).toEqual([status]);
    const again = await replay(pair, [...ordering(a), fails(error), retry('failed')]);
    expect(sentTo(again)).toEqual(status === 'failed' ? ['P-1', 'P-1'] : ['P-1']);
  });

  it('has nothing to resolve for patients who have an order already', async () => {
    const record = await replay(pair, [...ordering(a), fails(conflict), open(b)]);
    expect(namesOf(contextOf(record).patients)).toEqual(['Patient P-2']);
  });

  it.each([
    [50, undefined, true],
    [51, undefined, false],
    [51, '50', false],
    [51, ' 51 ', true],
    [1234, '1,234', true],
    [1234, 'all', false],
  ])('%d kits with "%s" typed: the terms open: %s', async (kits, typedCount, opens) => {
    const patients = Array.from({ length: kits }, (_, index) => patientCalled(`P-${index}`));
    const typed: EventObject = Object.assign({ ...place }, { typedCount });
    const record = await replay(pair, [billed(true), open(...patients), typed]);
    expect(record.emitted).toEqual([]);
    expect(contextOf(record).kitType).toBe(opens ? choice.kitType : '');
  });

  it('finishes without the patients that the user leaves out while it is paused', async () => {
    const record = await replay(pair, [...ordering(a, b), { type: 'PAUSE' }, sent, { type: 'LEAVE_REST' }]);
    expect(resultsOf(record)).toEqual([
      { status: 'requested', message: 'Sent' },
      { status: 'left-out', reason: 'stopped' },
    ]);
    expect(record.emitted).toEqual([{ type: 'finished', counts: { ...none, requested: 1, 'left-out': 1 } }]);
  });
});

describe('results that failed or are unknown', () => {
  const unresolved = [...ordering(a, b, c), fails(broken), fails(lost), sent];

  it('are retried separately: orders that may have been placed need their own event', async () => {
    const failed = await replay(pair, [...unresolved, retry('failed'), sent]);
    expect(sentTo(failed)).toEqual(['P-1', 'P-2', 'P-3', 'P-1']);
    expect(resultsOf(failed)[1]).toEqual({ status: 'unknown', failure: lost });
    const unknown = await replay(pair, [...unresolved, retry('unknown'), sent]);
    expect(sentTo(unknown)).toEqual(['P-1', 'P-2', 'P-3', 'P-2']);
    expect(resultsOf(unknown)[0]).toEqual({ status: 'failed', failure: broken });
  });

  it('stay when other patients are selected, and so does the selection', async () => {
    const d = patientCalled('P-4');
    const run = await replay(pair, [...unresolved, open(b, d)]);
    expect(resultsOf(run).map(({ status }) => status)).toEqual(['failed', 'unknown', 'requested']);
    expect(namesOf(contextOf(run).next)).toEqual(['Patient P-2', 'Patient P-4']);
    const goneOn = await replay(pair, [...unresolved, open(b, d), orderNext]);
    expect(namesOf(contextOf(goneOn).patients)).toEqual(['Patient P-2', 'Patient P-4']);
    expect(contextOf(goneOn)).toMatchObject({ next: [], frequency: '', kitType: '' });
  });

  it.each([
    ['that was placed', retry('failed'), sent, a, []],
    ['that the server knows already', retry('unknown'), fails(conflict), b, []],
    ['that got no response', retry('failed'), fails(lost), a, [{ status: 'left-out', reason: 'unanswered' }]],
  ])(
    'are not ordered a second time by a selection from before a retry %s',
    async (_, again, answer, patient, results) => {
      const d = patientCalled('P-4');
      const walk = [...unresolved, open(patient, d), again, answer, orderNext, place, agree, sent];
      const record = await replay(pair, walk);
      expect(sentTo(record)).toEqual(['P-1', 'P-2', 'P-3', patient.patientId, 'P-4']);
      expect(resultsOf(record)).toEqual([...results, { status: 'requested', message: 'Sent' }]);
    },
  );

  it('leave the next selection when they are dismissed', async () => {
    const d = patientCalled('P-4');
    const dismissed = await replay(pair, [...unresolved, open(d), { type: 'DISMISS' }, place, agree]);
    expect(sentTo(dismissed)).toEqual(['P-1', 'P-2', 'P-3', 'P-4']);
  });

  it('stay unknown when the user confirms, pauses and then leaves out the rest', async () => {
    const record = await replay(pair, [
      ...ordering(a, b),
      fails(lost),
      fails(lost),
      { type: 'LEAVE_REST' },
      retry('unknown'),
      { type: 'PAUSE' },
      sent,
      { type: 'LEAVE_REST' },
    ]);
    expect(resultsOf(record)[1]).toEqual({ status: 'unknown', failure: null });
  });
});

describe('orders of a session that has ended', () => {
  const goneOnWith = (...walk: EventObject[]) => {
    const next = (snapshot: Snapshot, event: EventObject) =>
      transition(orderManyMachine, snapshot, event as EventFromLogic<typeof orderManyMachine>)[0];
    const ended = walk.reduce(next, initialTransition(orderManyMachine, undefined)[0]);
    return initialTransition(orderManyMachine, unresolvedOrders(ended.context) ?? undefined)[0];
  };

  it('are paused again, and the one that was being sent may have been placed', () => {
    const again = goneOnWith(...ordering(a, b, c), sent);
    expect(again.hasTag('paused')).toBe(true);
    expect(again.context).toMatchObject({
      ...choice,
      counts: { ...none, requested: 1, unknown: 1, waiting: 1 },
    });
  });

  it('are listed again when they failed, and forgotten when all were placed', () => {
    expect(goneOnWith(...ordering(a), fails(broken)).hasTag('finished')).toBe(true);
    expect(goneOnWith(...ordering(a), sent).context.patients).toEqual([]);
  });

  it.each([
    ['wait', { status: 'waiting', unanswered: false }, ['paused', 'results']],
    ['failed', { status: 'failed', failure: broken }, ['finished', 'results']],
  ] as const)('are shown again without a message if they %s', async (_, result, tags) => {
    const input = { patients: [a], results: [result], ...choice, next: [] };
    const record = await replay({ ...restoredPlan, input }, []);
    expect(record.tags).toEqual(tags);
    expect(record.emitted).toEqual([]);
    expect(contextOf(record)).toMatchObject({ pausedBy: null, validationError: null });
  });
});

describe('another selection while orders wait', () => {
  const paused = [...ordering(a, b), { type: 'PAUSE' }, sent];

  it('starts nothing and is kept, without patients who get an order anyway', async () => {
    const record = await replay(pair, [...paused, open(b, c)]);
    expect(namesOf(contextOf(record).patients)).toEqual(['Patient P-1', 'Patient P-2']);
    expect(namesOf(nextPatients(contextOf(record)))).toEqual(['Patient P-3']);
    expect(sentTo(record)).toEqual(['P-1']);
  });

  it.each([
    ['an order is sent', ordering(a)],
    ['orders are paused', paused],
    ['orders have failed', [...ordering(a), fails(broken)]],
  ])('can be cleared while %s', async (_, walk) => {
    const record = await replay(pair, [...walk, open(c), { type: 'CLEAR_NEXT' }]);
    expect(nextPatients(contextOf(record))).toEqual([]);
  });

  it('can be ordered once they are done', async () => {
    const all = [...paused, open(c), { type: 'RESUME' }, sent, orderNext, place, agree];
    expect(sentTo(await replay(pair, all))).toEqual(['P-1', 'P-2', 'P-3']);
  });

  it('is kept up to date', async () => {
    const changed = { type: 'PATIENTS_CHANGED', patients: [{ ...notAuthorized, authorized: true }] };
    const record = await replay(pair, [...paused, open(notAuthorized), changed]);
    expect(contextOf(record).next).toEqual([{ ...notAuthorized, authorized: true }]);
  });
});

describe('orders for many patients need', () => {
  it.each([
    ['card and lab', [open(a), place], billing],
    ['a choice', [billed(true), open(a), { ...place, frequency: ' ' }], blank],
  ])('%s', async (_, walk, message) => {
    const record = await replay(pair, walk);
    expect(contextOf(record).validationError).toBe(message);
    expect(sentTo(await replay(pair, [...walk, agree]))).toEqual([]);
  });

  it('card and lab again, when one is removed while the user reads the terms', async () => {
    const gone = [billed(true), open(a), place, billed(false), agree];
    const record = await replay(pair, gone);
    expect(record.tags).toEqual(['form']);
    expect(contextOf(record).validationError).toBe(billing);
    expect(sentTo(await replay(pair, [...gone, billed(true), place, agree]))).toEqual(['P-1']);
  });

  it('card and lab again, when one is removed while orders are sent', async () => {
    const gone = [...ordering(a, b), billed(false), sent];
    const paused = await replay(pair, gone);
    expect(sentTo(paused)).toEqual(['P-1']);
    expect(contextOf(paused)).toMatchObject({ pausedBy: 'billing', validationError: billing });
    expect(sentTo(await replay(pair, [...gone, { type: 'RESUME' }]))).toEqual(['P-1']);
    expect(sentTo(await replay(pair, [...gone, billed(true), { type: 'RESUME' }]))).toEqual(['P-1', 'P-2']);
  });
});

it('paused by the user, names the card or the lab as the reason if they are gone when it goes on', async () => {
  const paused = [...ordering(a, b), { type: 'PAUSE' }, sent, billed(false), { type: 'RESUME' }];
  const record = await replay(pair, paused);
  expect(sentTo(record)).toEqual(['P-1']);
  expect(contextOf(record)).toMatchObject({ pausedBy: 'billing', validationError: billing });
});

describe('patients who are left out', () => {
  it('are not authorized, unless the user includes them', async () => {
    const left = await replay(pair, [...ordering(notAuthorized, a), sent]);
    expect(sentTo(left)).toEqual(['P-1']);
    expect(resultsOf(left)[0]).toEqual({ status: 'left-out', reason: 'not-authorized' });
    const included = [billed(true), open(notAuthorized, a), include('not-authorized'), place, agree];
    expect(sentTo(await replay(pair, included))).toEqual(['P-9']);
  });

  it('get an order once they are authorized', async () => {
    const authorized = { type: 'PATIENTS_CHANGED', patients: [{ ...notAuthorized, authorized: true }] };
    const record = await replay(pair, [billed(true), open(notAuthorized), authorized, place, agree]);
    expect(sentTo(record)).toEqual(['P-9']);
  });

  it('have an order since the login, unless the user includes them', async () => {
    const requested = patientCalled('P-8', { requested: true });
    const left = await replay(pair, [...ordering(requested, a), sent]);
    expect(sentTo(left)).toEqual(['P-1']);
    const included = await replay(pair, [billed(true), open(requested), include('requested'), place, agree]);
    expect(sentTo(included)).toEqual(['P-8']);
  });

  it('may be all: then there is nothing to agree to, and nothing is sent', async () => {
    const placed = await replay(pair, [billed(true), open(notAuthorized), place]);
    expect(placed.tags).toEqual(['form']);
    const record = await replay(pair, ordering(notAuthorized));
    expect(record.calls).toEqual([]);
    expect(record.emitted).toEqual([]);
  });

  it('close the terms that the user reads only if one more patient would get an order', async () => {
    const walk = [billed(true), open(notAuthorized, a, b), place];
    const listReadAgain = { type: 'PATIENTS_CHANGED', patients: [notAuthorized, a, b] };
    expect((await replay(pair, [...walk, listReadAgain])).tags).toEqual(['form', 'terms']);
    const requested = { type: 'PATIENTS_CHANGED', patients: [{ ...a, requested: true }] };
    expect((await replay(pair, [...walk, requested])).tags).toEqual(['form', 'terms']);
    const authorized = { type: 'PATIENTS_CHANGED', patients: [{ ...notAuthorized, authorized: true }] };
    expect((await replay(pair, [...walk, authorized])).tags).toEqual(['form']);
  });

  it('are left out again if the user changes their mind', async () => {
    const again = { type: 'LEAVE_OUT', reason: 'not-authorized', leaveOut: true };
    const walk = [billed(true), open(notAuthorized, a), include('not-authorized'), again, place, agree, sent];
    expect(sentTo(await replay(pair, walk))).toEqual(['P-1']);
  });

  it('need both confirmations if they have an order and a later one got no response', async () => {
    const both = patientCalled('P-7', { requested: true, unanswered: true });
    const one = await replay(pair, [billed(true), open(both), include('requested'), place, agree]);
    expect(one.calls).toEqual([]);
    const walk = [billed(true), open(both), include('requested'), include('unanswered'), place, agree];
    expect(sentTo(await replay(pair, walk))).toEqual(['P-7']);
  });

  it.each([
    ['another one is sent', [], sent, ['P-1']],
    ['waiting', [{ type: 'PAUSE' }, sent], { type: 'RESUME' }, ['P-1']],
    ['failed', [sent, fails(broken)], retry('failed'), ['P-1', 'P-2']],
  ])('got an order in the Order Kit dialog while %s', async (_, until, goOn, calls) => {
    const meanwhile = { type: 'PATIENTS_CHANGED', patients: [{ ...b, requested: true }] };
    const record = await replay(pair, [...ordering(a, b), ...until, meanwhile, goOn]);
    expect(resultsOf(record)[1]).toEqual({ status: 'left-out', reason: 'requested' });
    expect(sentTo(record)).toEqual(calls);
  });
});

describe('an order for many without a response', () => {
  it('goes on with the next patient, and counts as placed once the server reports that it exists', async () => {
    const once = [...ordering(a, b), fails(lost), sent];
    const unknown = await replay(pair, once);
    expect(resultsOf(unknown)[0]).toEqual({ status: 'unknown', failure: lost });
    const again = await replay(pair, [...once, retry('unknown'), fails(conflict)]);
    expect(resultsOf(again)[0]).toEqual({ status: 'requested', message: already });
    expect(sentTo(again)).toEqual(['P-1', 'P-2', 'P-1']);
  });

  it('is not repeated by a new selection, unless the provider includes the patient', async () => {
    const unanswered = patientCalled('P-7', { unanswered: true });
    const without = await replay(pair, [...ordering(unanswered, b), sent]);
    expect(sentTo(without)).toEqual(['P-2']);
    expect(resultsOf(without)[0]).toEqual({ status: 'left-out', reason: 'unanswered' });
    const record = await replay(pair, [
      billed(true),
      open(unanswered),
      include('unanswered'),
      place,
      agree,
      fails(conflict),
    ]);
    expect(resultsOf(record)).toEqual([{ status: 'requested', message: already }]);
  });

  it('may still have been placed after another rejection', async () => {
    const record = await replay(pair, [
      ...ordering(a, b),
      fails(lost),
      sent,
      retry('unknown'),
      fails(rejected),
    ]);
    expect(resultsOf(record)[0]).toEqual({ status: 'unknown', failure: rejected });
  });

  it('pauses when the next one gets none either', async () => {
    const twice = [...ordering(a, b, c), fails(lost), fails(lost)];
    const paused = await replay(pair, twice);
    expect(sentTo(paused)).toEqual(['P-1', 'P-2']);
    expect(contextOf(paused).pausedBy).toBe('no-answer');
    expect(sentTo(await replay(pair, [...twice, { type: 'RESUME' }]))).toEqual(['P-1', 'P-2', 'P-3']);
  });

  it('does not pause when responses come in between', async () => {
    const record = await replay(pair, [...ordering(a, b, c), fails(lost), sent, fails(lost)]);
    expect(sentTo(record)).toEqual(['P-1', 'P-2', 'P-3']);
  });
});

it('an order that the server denies because of the login is the last one', async () => {
  const record = await replay(pair, [...ordering(a, b), fails(failure(operation, 401))]);
  expect(sentTo(record)).toEqual(['P-1']);
  expect(contextOf(record).pausedBy).toBe('denied');
});

type Step =
  | readonly ['select' | 'order one by one' | 'get no response one by one', readonly string[]]
  | readonly ['authorize' | 'withdraw authorization', readonly string[]]
  /** The number chooses what happens among what can happen. */
  | readonly ['send', number];

const leaveOutReasons = ['not-authorized', 'requested', 'unanswered'] as const;
const presses = (...types: readonly string[]) => types.map((type): EventObject => ({ type }));

/** What can happen in each state: what the user presses, and how the server answers. */
const possibleEvents: Readonly<Record<string, readonly EventObject[]>> = {
  choosing: [
    place,
    place,
    ...leaveOutReasons.flatMap((reason) => [include(reason), { type: 'LEAVE_OUT', reason, leaveOut: true }]),
  ],
  terms: [agree, agree, ...presses('DECLINE')],
  sending: [
    sent,
    ...[conflict, broken, lost, rejected].map(fails),
    ...presses('PAUSE', 'RESUME', 'CLEAR_NEXT'),
  ],
  paused: [billed(false), billed(true), ...presses('RESUME', 'RESUME', 'LEAVE_REST', 'CLEAR_NEXT')],
  finished: [orderNext, retry('failed'), retry('unknown'), ...presses('DISMISS', 'CLEAR_NEXT')],
};

/** What the page knows of the patients, what the server did, and what the user confirmed. */
class Page {
  snapshot: Snapshot = initialTransition(orderManyMachine, undefined)[0];
  readonly authorized = new Set<string>(['P-1', 'P-2']);
  readonly requested = new Set<string>();
  readonly unanswered = new Set<string>();
  /** An order may have been placed. */
  readonly ordered = new Set<string>();
  /** The user confirmed another order, which was not placed since. */
  readonly confirmed = new Set<string>();
  /** Selected to order for next. */
  readonly selected = new Set<string>();

  patients(ids: readonly string[]): PatientToOrderFor[] {
    return ids.map((id) =>
      patientCalled(id, {
        authorized: this.authorized.has(id),
        requested: this.requested.has(id),
        unanswered: this.unanswered.has(id),
      }),
    );
  }

  idsWith(test: (patient: PatientToOrderFor, status: string | undefined) => boolean): string[] {
    const { patients, results } = this.snapshot.context;
    return patients.filter((patient, at) => test(patient, results[at]?.status)).map((it) => it.patientId);
  }

  take([what, details]: Step): void {
    if (what === 'send') {
      const { value } = this.snapshot;
      const events = possibleEvents[typeof value === 'string' ? value : String(value.planning)] ?? [];
      const event = events[details % events.length];
      if (event !== undefined) this.send(event);
      return;
    }
    for (const id of what === 'select' ? [] : details) {
      if (what === 'authorize') this.authorized.add(id);
      else if (what === 'withdraw authorization') this.authorized.delete(id);
      else {
        if (!this.ordered.has(id)) this.confirmed.delete(id);
        this.record(id, what === 'order one by one');
      }
    }
    const type = what === 'select' ? 'OPEN' : 'PATIENTS_CHANGED';
    this.send({ type, patients: this.patients(details) } as EventObject);
  }

  record(id: string, answered: boolean): void {
    this.ordered.add(id);
    if (answered) {
      this.requested.add(id);
      this.unanswered.delete(id);
      this.selected.delete(id);
    } else this.unanswered.add(id);
  }

  send(event: EventObject): void {
    const before = this.snapshot;
    const [sending] = this.idsWith((_, status) => status === 'sending');
    this.confirm(event);
    if (sending !== undefined && event.type.endsWith('.actor.placeOrder')) this.answer(sending, event);
    this.snapshot = transition(orderManyMachine, before, event as EventFromLogic<typeof orderManyMachine>)[0];
    this.check(before, event);
  }

  confirm(event: EventObject): void {
    if (event.type === 'RETRY' && 'status' in event && event.status === 'unknown')
      for (const id of this.idsWith((_, status) => status === 'unknown')) this.confirmed.add(id);
    if (event.type !== 'LEAVE_OUT' || !('reason' in event) || !('leaveOut' in event)) return;
    const { reason, leaveOut } = event;
    for (const id of this.idsWith(
      (patient) => patient[reason === 'requested' ? 'requested' : 'unanswered'],
    )) {
      if (reason === 'not-authorized') continue;
      if (leaveOut) this.confirmed.delete(id);
      else this.confirmed.add(id);
    }
  }

  answer(id: string, event: EventObject): void {
    const error = 'error' in event ? event.error : null;
    // The server rejects it because an earlier order was placed.
    const placedEarlier = error === conflict && this.unanswered.has(id);
    if (error !== null && error !== lost && !placedEarlier) return;
    this.confirmed.delete(id);
    this.record(id, error !== lost);
  }

  check(before: Snapshot, event: EventObject): void {
    const { results, counts } = this.snapshot.context;
    const countOf = (status: string) => results.filter((result) => result.status === status).length;
    expect(Object.fromEntries(Object.keys(counts).map((status) => [status, countOf(status)]))).toEqual(
      counts,
    );
    const isSending = this.snapshot.matches('sending');
    if (isSending && (!before.matches('sending') || event.type.endsWith('.actor.placeOrder')))
      for (const id of this.idsWith((_, status) => status === 'sending'))
        expect(this.ordered.has(id) && !this.confirmed.has(id), `${id} gets a second order`).toBe(false);
    this.checkSelection(before, event);
  }

  checkSelection(before: Snapshot, event: EventObject): void {
    const { patients, next } = this.snapshot.context;
    const isPlanning = this.snapshot.matches('planning');
    if (isPlanning && (event.type === 'OPEN' || !before.matches('planning'))) {
      const planned = patients.map(({ patientId: id }) => id);
      expect(planned, 'the next selection is planned').toEqual(expect.arrayContaining([...this.selected]));
      this.selected.clear();
      this.confirmed.clear();
    }
    if (event.type === 'CLEAR_NEXT') this.selected.clear();
    if (event.type === 'OPEN' && 'patients' in event && !isPlanning)
      for (const { patientId: id, requested } of event.patients as PatientToOrderFor[])
        if (!requested) this.selected.add(id);
    const nextIds = next.map(({ patientId: id }) => id);
    expect(nextIds, 'the next selection is kept').toEqual(expect.arrayContaining([...this.selected]));
  }
}

it('orders for no patient again without a confirmation, and loses no selection, whatever the sequence', () => {
  const ids = fc.uniqueArray(fc.constantFrom('P-1', 'P-2', 'P-3'), { minLength: 1 });
  const step: fc.Arbitrary<Step> = fc.oneof(
    { weight: 1, arbitrary: ids.map((some): Step => ['select', some]) },
    {
      weight: 1,
      arbitrary: fc.tuple(
        fc.constantFrom(
          'order one by one',
          'get no response one by one',
          'authorize',
          'withdraw authorization',
        ),
        ids,
      ),
    },
    { weight: 8, arbitrary: fc.nat({ max: 1000 }).map((choice): Step => ['send', choice]) },
  );
  fc.assert(
    fc.property(fc.array(step, { minLength: 20, maxLength: 120 }), (steps) => {
      const page = new Page();
      page.send(billed(true));
      for (const taken of steps) page.take(taken);
    }),
    { numRuns: 100, seed: 7 },
  );
});

it('sends nothing before the terms are agreed to, and nothing again for a patient with an order', () =>
  expectOnEveryWalk(pair, ({ calls }, walk) => {
    if (!walk.some(({ type }) => type === 'AGREE')) expect(calls).toEqual([]);
    // A second selection is a new order.
    if (walk.filter(({ type }) => type === 'OPEN').length > 1) return;
    const ends = walk.filter(({ type }) => type.endsWith('.actor.placeOrder'));
    const patientIds = new Set<unknown>();
    for (const [index, { input }] of calls.entries()) {
      const { patientId: id, ...rest } = input as PatientToOrderFor;
      expect(rest).toEqual(choice);
      expect(patientIds.has(id)).toBe(false);
      if (ends[index]?.type === sent.type) patientIds.add(id);
    }
  }));
