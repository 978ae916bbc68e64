import { startHttpHost } from '@/mocks/hosts/http/http-host';
import { openStorageAdapter } from '@/mocks/hosts/http/open-storage-adapter';

const {
  PORT = '8787',
  HOST,
  MOCK_STORAGE,
  MOCK_APP_URL,
  MOCK_TENANTS,
  MOCK_TENANT_HOURS = '24',
} = process.env;

function portIn(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) < 65_536) return Number(text);
  throw new Error(`PORT must be a number from 0 to 65535, not "${text}".`);
}

function isPerVisitor(text: string | undefined): boolean {
  if (!text || text === 'shared') return false;
  if (text === 'visitor') return true;
  throw new Error(`MOCK_TENANTS must be shared or visitor, not "${text}".`);
}

/** Hours as milliseconds; fractions are allowed. */
function lifetimeIn(text: string): number {
  if (/^\d+(\.\d+)?$/.test(text) && Number(text) > 0) return Number(text) * 60 * 60 * 1000;
  throw new Error(`MOCK_TENANT_HOURS must be a number above 0, not "${text}".`);
}

try {
  const port = portIn(PORT);
  const tenantPerVisitor = isPerVisitor(MOCK_TENANTS);
  const tenantLifetime = lifetimeIn(MOCK_TENANT_HOURS);
  const host = await startHttpHost({
    port,
    ...(HOST ? { host: HOST } : {}),
    ...(MOCK_APP_URL ? { appUrl: MOCK_APP_URL } : {}),
    adapter: await openStorageAdapter(MOCK_STORAGE),
    tenantPerVisitor,
    tenantLifetime,
    report: (message) => console.error(message),
  });
  let isClosing = false;
  const close = async () => {
    if (isClosing) process.exit(1);
    isClosing = true;
    await host.close();
    console.log('The mock backend has stopped.');
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void close());
  console.log(`The mock backend answers at ${host.url} (storage: ${MOCK_STORAGE || 'memory'}; Ctrl+C ends it)

  provider  provider@kitwell.test / Provider1!
  patient   patient@kitwell.test  / Patient1!
  control   ${host.url}/__mock/operations, ${host.url}/__mock/mail, ${host.url}/openapi.json
`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
