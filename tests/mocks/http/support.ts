import type { HttpHost } from '@kitwell/mock-engine/hosts/http/http-host';
import { samples } from '@tests/mocks/samples/samples';
import { type HttpHostOptions, startHttpHost } from '@/mocks/http';

interface JsonAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

/** A plain HTTP client for one server. */
export function clientOf({ url }: Pick<HttpHost, 'url'>) {
  async function call(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<JsonAnswer> {
    const answer = await fetch(`${url}${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return {
      status: answer.status,
      headers: answer.headers,
      body: text === '' ? undefined : (JSON.parse(text) as unknown),
    };
  }
  return {
    call,
    get: (path: string, headers?: Record<string, string>) => call('GET', path, undefined, headers),
    post: (path: string, body?: unknown, headers?: Record<string, string>) =>
      call('POST', path, body, headers),
    /** A token of the demo provider. */
    async signIn(): Promise<string> {
      const { body } = await call('POST', '/auth/login', {
        email: 'provider@kitwell.test',
        password: 'Provider1!',
      });
      return (body as { token: string }).token;
    },
  };
}

export type Client = ReturnType<typeof clientOf>;

export const startOnFreePort = (options: HttpHostOptions = {}): Promise<HttpHost> =>
  startHttpHost(samples, { port: 0, ...options });

/** A row of the patient grid with its own email. */
export const patientRow = (email: string) => ({
  name: 'Ada Park',
  email,
  phone: '+12065550133',
  age: '29',
  street: '12 Pine Street',
  city: 'Seattle',
  postalCode: '98101',
  state: 'WA',
  country: 'USA',
  addressLine2: '',
  shippingType: 'USPS',
  frequency: '3 Months',
  kitType: null,
  isChecked: false,
});
