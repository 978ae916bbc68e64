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
    ['mock.seed=many', /whole number/],
    ['mock.patients=-5', /whole number/],
    ['mock.story=card-declined&mock.step=last', /whole number/],
    ['mock.as=admin', /provider or patient/],
    ['mock.fail=login', /POST \/auth\/login:500/],
    ['mock.set=login', /JSON like \{"operation"/],
    ['mock.set={"operation":"POST /auth/login","branch":"500","delayed":1}', /JSON like/],
    ['mock.latency=slow', /JSON like \[120,280\]/],
  ])('reports what %s should be', (query, message) => {
    expect(() => read(query)).toThrow(message);
  });
});
