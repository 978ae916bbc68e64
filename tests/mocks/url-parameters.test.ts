import { describe, expect, it } from 'vitest';
import { readMockParameters, withoutMockParameters } from '@/mocks/hosts/url-parameters';
import { kitwell } from '@/mocks/kitwell/kitwell';

const read = (query: string) => readMockParameters(kitwell, new URL(`http://app.test/demo/login?${query}`));

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
      as: 'provider',
      fail: [
        { operation: 'POST /auth/login', branch: '500' },
        { operation: 'PUT /patient/update-patient/{id}', branch: '400.noMessage' },
        { operation: 'POST /patient/add-patients', branch: 'ok.lost' },
      ],
    });
  });

  it('sets answers with all their options, and the latency, as JSON', () => {
    const limited = { operation: 'POST /auth/login', branch: '429', headers: { 'Retry-After': '5' } };
    const broken = {
      operation: 'GET /clinic/fetch-clinics',
      branch: 'ok',
      resetAfter: 20,
      where: { nth: 2 },
    };
    const latency = { type: 'log-normal', median: 200, sigma: 0.5 };
    const query = new URLSearchParams([
      ['mock.set', JSON.stringify(limited)],
      ['mock.set', JSON.stringify(broken)],
      ['mock.latency', JSON.stringify(latency)],
    ]);
    expect(read(`${query}`)).toMatchObject({ set: [limited, broken], latency });
    expect(read('mock.latency=[0,50]').latency).toEqual([0, 50]);
    const address = new URL(`http://app.test/login?${query}`);
    expect(withoutMockParameters(address).href).toBe('http://app.test/login');
  });

  it('hands on the code of a share link', () => {
    expect(read('mock=1.abc').share).toBe('1.abc');
    expect(read('mock.seed=2').share).toBeNull();
  });

  it('names a story, and a step of it', () => {
    expect(read('mock.story=kit-followed-home&mock.step=4').story).toEqual({
      id: 'kit-followed-home',
      step: 4,
    });
    expect(read('mock.story=card-declined').story).toEqual({ id: 'card-declined', step: 1 });
    expect(read('mock.seed=2').story).toBeNull();
  });

  it('keeps the data when it names no data', () => {
    expect(read('mock.as=patient').reset).toBeNull();
    expect(read('').as).toBeNull();
  });

  it('is rid of them afterwards, and of nothing else', () => {
    const address = new URL(
      'http://app.test/payment-success?session_id=cs_1&mock.seed=2&mock.fail=a:b&mock=1.abc#top',
    );
    expect(withoutMockParameters(address).href).toBe('http://app.test/payment-success?session_id=cs_1#top');
  });

  it.each([
    ['mock.seed=many', 'it must be a whole number.'],
    ['mock.patients=-5', 'it must be a whole number from 1 to 100000.'],
    ['mock.patients=0', 'it must be a whole number from 1 to 100000.'],
    ['mock.preset=nope', 'There is no preset "nope". Presets: demo, empty, new-clinic, large.'],
    ['mock.start=soon', '"soon" is no time between 1970 and 2199, such as 2026-03-02.'],
    ['mock.as=admin', 'it must be provider or patient.'],
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
    const { as, fail, ignored } = read(`mock.as=patient&mock.fail=POST /auth/login:500&${query}`);
    const parameter = query.length > 70 ? expect.stringMatching(/^mock\.set=.{60}…$/) : query;
    expect(ignored).toEqual([{ parameter, why }]);
    expect([as, fail]).toEqual(['patient', [{ operation: 'POST /auth/login', branch: '500' }]]);
  });

  it('takes the data from a story, else from a share link, and reports what else names some', () => {
    const story = read('mock.story=card-declined&mock=1.abc&mock.preset=empty&mock.as=patient');
    expect(story).toMatchObject({
      story: { id: 'card-declined', step: 1 },
      share: null,
      reset: null,
      as: null,
    });
    const storyWhy = 'a story names its data itself.';
    expect(story.ignored).toEqual([
      { parameter: 'mock=1.abc', why: storyWhy },
      { parameter: 'mock.preset=empty', why: storyWhy },
      { parameter: 'mock.as=patient', why: storyWhy },
    ]);
    const shared = read('mock=1.abc&mock.seed=2&mock.as=patient');
    expect(shared).toMatchObject({ share: '1.abc', reset: null, as: 'patient' });
    expect(shared.ignored).toEqual([
      { parameter: 'mock.seed=2', why: 'a share link names its data itself.' },
    ]);
  });
});
