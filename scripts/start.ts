import { createServer, loadEnv } from 'vite';
import { readConfig } from '@/contract/config';
import { ROOT } from './lib/run';

const env = loadEnv('development', ROOT, 'VITE_');
try {
  readConfig(env);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

const server = await createServer({ root: ROOT });
await server.listen();
server.printUrls();
server.bindCLIShortcuts({ print: true });

if (env.VITE_API_URL) {
  console.log(`\n  Live API: ${env.VITE_API_URL} (no mocks)\n`);
} else {
  console.log(`
  Mock backend inside the page; nothing leaves this machine. Demo accounts:
    provider  provider@kitwell.test / Provider1!
    patient   patient@kitwell.test  / Patient1!
`);
}
