import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServer } from '../record/support';
import { killNpmAtStart, runScript, startByNpm, startMockProcess } from './mock-process';
import { clientOf } from './support';

let dir: string;
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'kitwell-mock-'));
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

describe('npm run mock', () => {
  it('ends cleanly on Ctrl+C and on SIGTERM, and resumes from its files', async () => {
    const MOCK_STORAGE = `fs:${join(dir, 'data')}`;
    const first = await startMockProcess({ MOCK_STORAGE, MOCK_APP_URL: 'https://app.example.test' });
    const client = clientOf(first);
    const authorization = await client.signIn();
    await client.post('/auth/forgot-password', { email: 'provider@kitwell.test' });
    expect(await first.stop('SIGINT')).toMatchObject({
      code: 0,
      output: expect.stringContaining('The mock backend has stopped.'),
    });

    const second = await startMockProcess({ MOCK_STORAGE });
    const again = clientOf(second);
    expect((await again.get('/auth/verify-user', { authorization })).status).toBe(200);
    const mails = (await again.get('/__mock/mail?to=provider@kitwell.test')).body;
    expect(mails).toMatchObject([{ link: expect.stringContaining('http://localhost:4173/reset-password/') }]);
    expect(await second.stop('SIGTERM')).toMatchObject({ code: 0 });
  });

  it.each(['SIGTERM', 'SIGKILL'] as const)('ends when npm is ended by %s', async (signal) => {
    const server = await startByNpm('mock');
    expect((await clientOf(server).get('/__mock/tenant')).status).toBe(200);
    const { output } = await server.stop(signal);
    expect(output).toContain('The mock backend has stopped.');
    await expect(fetch(server.url)).rejects.toThrow('fetch failed');
  });

  it('ends when npm was killed before it listened', async () => {
    expect((await killNpmAtStart()).output).toContain('The mock backend has stopped.');
  });

  it.each(['SIGINT', 'SIGTERM'] as const)(
    'finishes its summary where %s ends npm as well, while a request is running',
    async (signal) => {
      let arrive = () => undefined as void;
      const arrived = new Promise<void>((resolve) => {
        arrive = resolve;
      });
      const api = await startServer(({ url }, response) => {
        if (url === '/never') arrive();
        else response.setHeader('content-type', 'application/json').end('{"hasPaymentDetails":true}');
      });
      const file = join(dir, `${signal}.har`);
      const recorder = await startByNpm('mock', '--record', api, '--file', file);
      await fetch(`${recorder.url}/payment/check-payment-details`);
      const running = expect(fetch(`${recorder.url}/never`)).rejects.toThrow('fetch failed');
      await arrived;
      const { output } = await recorder.stopAll(signal);
      await running;
      expect(output).toContain(`1 responses are in ${file}. All of them fit the contract.`);
    },
  );

  it('starts again on the files of a server that was killed, with all it answered', async () => {
    const MOCK_STORAGE = `fs:${join(dir, 'killed')}`;
    const first = await startMockProcess({ MOCK_STORAGE });
    const authorization = await clientOf(first).signIn();
    await first.stop('SIGKILL');
    const second = await startMockProcess({ MOCK_STORAGE });
    expect((await clientOf(second).get('/auth/verify-user', { authorization })).status).toBe(200);
    await second.stop();
  });

  it('records another server, says what the contract lacks, and replays the recording', async () => {
    const real = await startMockProcess();
    const file = join(dir, 'recording.har');
    const recorder = await startMockProcess({}, '--record', real.url, '--file', file);
    await clientOf(recorder).signIn();
    await clientOf(recorder).get('/reports/monthly');
    await real.stop();
    expect(await recorder.stop()).toMatchObject({
      code: 0,
      output: expect.stringContaining(
        `2 responses are in ${file}. The contract lacks:\n  GET /reports/monthly: the contract has no such operation`,
      ),
    });

    const replay = await startMockProcess({}, '--replay', file);
    expect(await clientOf(replay).signIn()).toMatch(/^Redacted/);
    expect(await replay.stop()).toMatchObject({ code: 0 });
  });

  it('keeps a recording that cannot be written at Ctrl+C, serves on, and writes it at the next one', async () => {
    const real = await startMockProcess();
    const folder = join(dir, 'recordings');
    const file = join(folder, 'recording.har');
    const recorder = await startMockProcess({}, '--record', real.url, '--file', file);
    await clientOf(recorder).signIn();
    rmSync(folder, { recursive: true });
    writeFileSync(folder, 'in the way');
    const ended = recorder.stop('SIGINT');
    await expect.poll(recorder.output, { timeout: 10_000 }).toContain('Ctrl+C tries again');
    await clientOf(recorder).signIn();
    rmSync(folder);
    await recorder.stop('SIGINT');
    const { code, output } = await ended;
    expect([code, output]).toEqual([0, expect.stringContaining(`2 responses are in ${file}.`)]);
    await real.stop();
  });

  it.each([
    [['--record', 'not-a-url'], '--record must be a URL, not "not-a-url".'],
    [['--record', 'http://127.0.0.1:1', '--chat', 'localhost:1'], '--chat must be a URL, not "localhost:1".'],
    [
      ['--record', 'http://127.0.0.1:1', '--replay', 'x.har'],
      'Choose --record or --replay: --help shows how they are used.',
    ],
    [['--chat', 'http://127.0.0.1:1'], '--chat and --file go with --record: --help shows how they are used.'],
    [
      ['--replay', 'x.har', '--file', 'y.har'],
      '--chat and --file go with --record: --help shows how they are used.',
    ],
    [['--prot', '1'], "Unknown option '--prot'"],
    [['9000'], "Unexpected argument '9000'. This command does not take positional arguments"],
  ])('rejects %j in one line, and exits with 2', async (args, message) => {
    const { code, output } = await runScript('mock', { PORT: '0' }, ...args);
    expect([code, output.trim()]).toEqual([2, message]);
  });

  it('shows how it is used', async () => {
    const { code, output } = await runScript('mock', {}, '--help');
    expect([code, output]).toEqual([0, expect.stringContaining('npm run mock -- --record URL')]);
  });

  it('names a recording that it cannot read', async () => {
    const { code, output } = await runScript('mock', { PORT: '0' }, '--replay', join(dir, 'none.har'));
    expect([code, output.trim()]).toEqual([1, `${join(dir, 'none.har')} cannot be read as a HAR file.`]);
  });

  it.each([
    [{ MOCK_STORAGE: 'disk' }, 'MOCK_STORAGE must be memory, fs:DIR or redis:URL, not "disk".'],
    [{ MOCK_TENANT_HOURS: '1d' }, 'MOCK_TENANT_HOURS must be a number above 0, not "1d".'],
    [{ MOCK_APP_URL: 'app.example.test' }, 'MOCK_APP_URL must be a URL, not "app.example.test".'],
    // An empty setting is one that is not set.
    [
      { PORT: '', MOCK_TENANT_HOURS: '', HOST: '203.0.113.9' },
      'The host must be an address of this machine, not "203.0.113.9".',
    ],
    [{ PORT: '99999' }, 'PORT must be a number from 0 to 65535, not "99999".'],
  ])('rejects an invalid setting with a one-line message: %j', async (env, message) => {
    const { code, output } = await runScript('mock', { PORT: '0', ...env });
    expect(code).toBe(2);
    expect(output.trim()).toBe(message);
  });
});
