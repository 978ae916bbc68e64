import { parseArgs } from 'node:util';
import { errorMessage } from '@kitwell/mock-engine/error-message';
import type { HttpHost } from '@kitwell/mock-engine/hosts/http/http-host';
import { openStorageAdapter } from '@kitwell/mock-engine/hosts/http/open-storage-adapter';
import { exitCodeOf, portIn, requireUrl, UsageError } from '@kitwell/mock-engine/hosts/http/usage-error';
import { samples } from '@tests/mocks/samples/samples';
import { startHttpHost } from '@/mocks/http';
import { mockPages } from './build/mock-pages';
import { onNpmEnd } from './lib/on-npm-end';

// An empty setting is one that is not set.
const { HOST, PORT, MOCK_STORAGE, MOCK_APP_URL, MOCK_ORIGINS, MOCK_TENANTS, MOCK_TENANT_HOURS } = process.env;

function isPerVisitor(text: string | undefined): boolean {
  if (!text || text === 'shared') return false;
  if (text === 'visitor') return true;
  throw new UsageError(`MOCK_TENANTS must be shared or visitor, not "${text}".`);
}

/** Hours as milliseconds; fractions are allowed. */
function lifetimeIn(text: string): number {
  if (/^\d+(\.\d+)?$/.test(text) && Number(text) > 0) return Number(text) * 60 * 60 * 1000;
  throw new UsageError(`MOCK_TENANT_HOURS must be a number above 0, not "${text}".`);
}

const USAGE = `npm run mock    serves the mock backend over HTTP

Its settings are environment variables, such as PORT=8788: see docs/mocks/reference.md.`;

async function startMock(): Promise<HttpHost> {
  if (MOCK_APP_URL) requireUrl('MOCK_APP_URL', MOCK_APP_URL);
  const origins = (MOCK_ORIGINS ?? '').split(/[\s,]+/).filter(Boolean);
  for (const origin of origins) requireUrl('MOCK_ORIGINS', origin);
  const options = {
    port: portIn('PORT', PORT || '8787'),
    ...(HOST ? { host: HOST } : {}),
    ...(MOCK_APP_URL ? { appUrl: MOCK_APP_URL } : {}),
    origins,
    pages: mockPages(),
    tenantPerVisitor: isPerVisitor(MOCK_TENANTS),
    tenantLifetime: lifetimeIn(MOCK_TENANT_HOURS || '24'),
    report: (message: string) => console.error(message),
  };
  return startHttpHost(samples, {
    ...options,
    adapter: await openStorageAdapter(MOCK_STORAGE, 'kitwell-mock'),
  });
}

const started = (
  url: string,
) => `The mock backend answers at ${url} (storage: ${MOCK_STORAGE || 'memory'}; Ctrl+C ends it)

  provider  provider@kitwell.test / Provider1!
  patient   patient@kitwell.test  / Patient1!
  control   ${url}/__mock/ (a page), ${url}/__mock/operations, ${url}/__mock/mail, ${url}/openapi.json
`;

/** Serves until a signal, or until npm has ended. */
async function serve(): Promise<void> {
  const host = await startMock();
  let isClosing = false;
  const close = async () => {
    if (isClosing) process.exit(1);
    isClosing = true;
    await host.close();
    console.log('The mock backend has stopped.');
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void close());
  onNpmEnd(() => {
    // Where a signal ended both, the server is closing already; only a second signal cuts that short.
    if (!isClosing) void close();
  });
  console.log(started(host.url));
}

try {
  if (parseArgs({ options: { help: { type: 'boolean' } } }).values.help) console.log(USAGE);
  else await serve();
} catch (error) {
  console.error(errorMessage(error));
  process.exit(exitCodeOf(error));
}
