import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { errorMessage } from '@kitwell/mock-engine/error-message';
import { portIn } from '@kitwell/mock-engine/hosts/http/usage-error';
import { createServer, loadEnv } from 'vite';
import { readConfig } from '@/lib/read-config';
import { onNpmEnd } from './lib/on-npm-end';
import { readOptions } from './lib/options';
import { ROOT } from './lib/run';

/** `--host` also listens on the addresses of the local network. */
const { host, port } = readOptions(() => {
  const { values } = parseArgs({
    options: { host: { type: 'boolean', default: false }, port: { type: 'string', default: '5173' } },
  });
  return { host: values.host, port: portIn('--port', values.port) };
});
const env = loadEnv('development', ROOT, 'VITE_');
try {
  readConfig(env);
  const server = await createServer({
    root: ROOT,
    configLoader: 'runner',
    // A server with mocks and one without optimize other dependencies, and would discard each other's while both run.
    cacheDir: join(ROOT, 'node_modules/.vite', env.VITE_API_URL ? 'live' : 'mock'),
    server: { host, port, strictPort: true },
  });
  await server.listen();
  onNpmEnd(() => void server.close().finally(() => process.exit()));
  server.printUrls();
  server.bindCLIShortcuts({ print: true });
  console.log(
    env.VITE_API_URL
      ? `\n  Live API: ${env.VITE_API_URL} (no mocks)\n`
      : `
  The mock backend runs inside the page. Demo accounts:
    provider  provider@kitwell.test / Provider1!
    patient   patient@kitwell.test  / Patient1!
`,
  );
} catch (error) {
  const message = errorMessage(error);
  const isTaken = message.includes('already in use');
  console.error(isTaken ? `${message}. Choose another one: npm start -- --port ${port + 1}` : message);
  process.exit(1);
}
