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

  it('hands on the code of a share link', () => {
    expect(read('mock=1.abc').share).toBe('1.abc');
    expect(read('mock.seed=2').share).toBeNull();
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
    ['mock.as=admin', /provider or patient/],
    ['mock.fail=login', /POST \/auth\/login:500/],
  ])('reports what %s should be', (query, words) => {
    expect(() => read(query)).toThrow(words);
  });
});
