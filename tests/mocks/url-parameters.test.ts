import { applyParameters } from '@kitwell/mock-engine/hosts/apply-parameters';
import {
  type Given,
  readMockParameters,
  withoutMockParameters,
} from '@kitwell/mock-engine/hosts/url-parameters';
import { describe, expect, it, vi } from 'vitest';
import { kitwell } from '@/mocks/kitwell/kitwell';
import { storyCalled } from '@/mocks/kitwell/stories/stories';
import { createMockServer } from '@/mocks/node';

const addressOf = (query: string) => new URL(`http://app.test/demo/login?${query}`);

/** Their values alone. */
function read(query: string) {
  const { ignored, reset, ...lists } = readMockParameters(kitwell, addressOf(query));
  const valuesOf = <A>(all: readonly Given<A>[]) => all.map(({ value }) => value);
  const values = Object.fromEntries(
    Object.entries(lists).map(([name, all]) => [name, valuesOf<unknown>(all)]),
  );
  return { ignored, reset: Object.assign({}, ...valuesOf(reset)) as object, ...values };
}

/** Applies an address to changed data, with stories that only report that they were opened. */
async function apply(query: string, opens: () => Promise<void> = () => Promise.resolve()) {
  const mock = createMockServer({ preset: 'demo', seed: 1 });
  await mock.ready;
  await mock.db.remove('patients', 'P-1001');
  const rows = () => JSON.stringify(mock.db.list('patients'));
  const before = rows();
  const open = vi.fn<(control: unknown, step: number) => Promise<void>>(opens);
  const end = vi.fn<() => void>();
  const stories = {
    async load(id: string) {
      return { steps: storyCalled(id).steps.length, open };
    },
    end,
  };
  const parameters = readMockParameters(kitwell, addressOf(query));
  const { ignored, replaced } = await applyParameters(mock, parameters, stories);
  const isReset = rows() !== before;
  return {
    mock,
    ignored,
    replaced,
    before,
    rows,
    isReset,
    openedAt: open.mock.calls.map(([, step]) => step),
    ended: end.mock.calls.length,
  };
}

describe('an address that sets the mock backend up', () => {
  it('names preset, seed, size, account and failures', () => {
    const query = new URLSearchParams([
      ['mock.preset', 'large'],
      ['mock.seed', '7'],
      ['mock.patients', '500'],
      ['mock.start', '2026-03-02'],
      ['mock.as', 'provider'],
      ['mock.fail', 'POST /auth/login:500'],
      ['mock.fail', 'PUT /patient/update-patient/{id}:400.noMessage'],
      ['mock.fail', 'POST /patient/add-patients:ok.lost'],
    ]);
    expect(read(`${query}`)).toMatchObject({
      reset: { preset: 'large', seed: 7, patients: 500, start: '2026-03-02' },
      as: ['provider'],
      fail: [
        { operation: 'POST /auth/login', branch: '500' },
        { operation: 'PUT /patient/update-patient/{id}', branch: '400.noMessage' },
        { operation: 'POST /patient/add-patients', branch: 'ok.lost' },
      ],
    });
  });

  it('is rid of them afterwards, and of nothing else', () => {
    const address = new URL('http://app.test/payment-success?session_id=cs_1&mock.seed=2&mock=1.abc#top');
    expect(withoutMockParameters(address).href).toBe('http://app.test/payment-success?session_id=cs_1#top');
  });

  it.each([
    ['mock.seed=many', 'it must be a whole number from 0 to 999999999.'],
    ['mock.patients=0', 'it must be a whole number from 1 to 100000.'],
    ['mock.preset=nope', 'There is no preset "nope". Presets: demo, empty, new-clinic, large.'],
    ['mock.start=soon', '"soon" is no time between 1970 and 2199, such as 2026-03-02.'],
    ['mock.as=admin', 'it must be provider or patient.'],
    ['mock.as=provider', 'it is in the address more than once, and the first valid one counts.'],
    ['mock.fail=login', 'it must read like "POST /auth/login:500".'],
    ['mock.set=login', expect.stringContaining('it must be JSON like {"operation"')],
    [
      'mock.set={"operation":"POST /auth/login","branch":"500","delayed":1}',
      expect.stringContaining('it must be JSON like'),
    ],
    ['mock.latency=slow', expect.stringContaining('it must be JSON like [120,280]')],
    [
      'mock.sed=2',
      'there is no such parameter. There are: mock, mock.preset, mock.seed, mock.patients, mock.start, mock.as, mock.story, mock.step, mock.fail, mock.set, mock.latency.',
    ],
  ])('leaves %s out, reports why, and keeps the others', (query, why) => {
    const result = read(`mock.as=patient&mock.fail=POST /auth/login:500&${query}`);
    const parameter = query.length > 70 ? expect.stringMatching(/^mock\.set=.{60}…$/) : query;
    expect(result.ignored).toEqual([{ parameter, why }]);
    expect(result).toMatchObject({
      as: ['patient'],
      fail: [{ operation: 'POST /auth/login', branch: '500' }],
    });
  });
});

const storyWhy = 'a story sets data, account and answers itself.';
const shareWhy = 'a share link or capsule names its data itself.';
const twiceWhy = 'it is in the address more than once, and the first valid one counts.';
const damagedWhy = 'The share link is damaged: nothing was changed.';

describe('a link that replaces data', () => {
  it.each(['mock.preset=empty', 'mock.seed=7', 'share'])(
    'gives back what somebody has changed: %s',
    async (query) => {
      const other = createMockServer({ preset: 'empty', seed: 5 });
      await other.ready;
      const { mock, replaced, isReset, before, rows } = await apply(
        query === 'share' ? new URL(other.share()).search.slice(1) : query,
      );
      expect(isReset).toBe(true);
      await mock.restore(replaced ?? '');
      expect(rows()).toBe(before);
      expect(mock.choice()).toMatchObject({ preset: 'demo', seed: 1 });
    },
  );

  it('gives back what a story replaces', async () => {
    expect((await apply('mock.story=card-declined')).replaced).not.toBeNull();
  });

  it('has nothing to give back if it replaces nothing, or data as they were generated, whoever has signed in', async () => {
    expect((await apply('mock.as=provider&mock.preset=nope')).replaced).toBeNull();
    const mock = createMockServer({ preset: 'demo', seed: 1 });
    await mock.ready;
    await mock.as('provider');
    const parameters = readMockParameters(kitwell, addressOf('mock.preset=empty'));
    expect(await applyParameters(mock, parameters)).toEqual({ ignored: [], replaced: null });
    expect(mock.choice()).toMatchObject({ preset: 'empty' });
  });
});

describe('an address that is applied', () => {
  it('replaces the data, sets answers and signs in', async () => {
    const { mock, ignored, isReset } = await apply(
      'mock.preset=large&mock.patients=3&mock.seed=7&mock.as=patient&mock.latency=[0,5]&mock.fail=POST /auth/login:500',
    );
    expect(ignored).toEqual([]);
    expect(isReset).toBe(true);
    expect(mock.choice()).toMatchObject({ preset: 'large', patients: 3, seed: 7 });
    expect(mock.scenario()).toMatchObject({
      latency: [0, 5],
      overrides: [{ operation: 'POST /auth/login', branch: '500' }],
    });
    expect(mock.db.list('sessions')).toHaveLength(1);
  });

  it.each(['', '1.abc', '2.abc', '🦊'])(
    'still applies the preset beside the damaged link "%s"',
    async (code) => {
      const { mock, ignored, isReset } = await apply(
        `mock=${code}&mock.preset=empty&mock.seed=3&mock.as=provider`,
      );
      expect(isReset).toBe(true);
      expect(mock.choice()).toMatchObject({ preset: 'empty', seed: 3 });
      expect(mock.db.list('sessions')).toHaveLength(1);
      expect(ignored).toEqual([
        { parameter: `mock=${code}`, why: expect.stringMatching(/ is damaged: nothing was changed\.$/) },
      ]);
    },
  );

  it('takes the data from a share link, and reports what else names some', async () => {
    const other = createMockServer({ preset: 'empty', seed: 5 });
    await other.ready;
    const code = new URL(other.share()).searchParams.get('mock') ?? '';
    const { mock, ignored } = await apply(`mock=1.abc&mock=${code}&mock.seed=2&mock.as=patient#mock=2.abc`);
    expect(mock.choice()).toMatchObject({ preset: 'empty', seed: 5 });
    expect(mock.db.list('sessions')).toHaveLength(1);
    expect(ignored).toEqual([
      { parameter: 'mock=1.abc', why: damagedWhy },
      { parameter: '#mock=2.abc', why: twiceWhy },
      { parameter: 'mock.seed=2', why: shareWhy },
    ]);
  });
});

describe('an address with a story', () => {
  it('opens it at a step, and reports what else names data, account or answers', async () => {
    const { openedAt, ignored, isReset, mock } = await apply(
      'mock.story=card-declined&mock.step=2&mock=1.abc&mock.preset=empty&mock.as=patient&mock.fail=POST /auth/login:500',
    );
    expect(openedAt).toEqual([2]);
    expect([isReset, mock.scenario().overrides]).toEqual([false, []]);
    expect(ignored).toEqual([
      { parameter: 'mock=1.abc', why: storyWhy },
      { parameter: 'mock.preset=empty', why: storyWhy },
      { parameter: 'mock.as=patient', why: storyWhy },
      { parameter: 'mock.fail=POST /auth/login:500', why: storyWhy },
    ]);
  });

  it('that does not exist applies everything else, and lists those that do', async () => {
    const { mock, openedAt, ignored } = await apply(
      'mock.story=kit-lost&mock.step=2&mock.preset=empty&mock.as=provider',
    );
    expect(openedAt).toEqual([]);
    expect(mock.choice().preset).toBe('empty');
    expect(mock.db.list('sessions')).toHaveLength(1);
    expect(ignored).toEqual([
      { parameter: 'mock.story=kit-lost', why: expect.stringContaining('Stories: first-day, card-declined') },
      { parameter: 'mock.step=2', why: 'it needs a valid mock.story.' },
    ]);
  });
});
