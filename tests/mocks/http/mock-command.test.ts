import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStorageAdapter } from '@kitwell/mock-engine/hosts/http/open-storage-adapter';
import { portIn } from '@kitwell/mock-engine/hosts/http/usage-error';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { killNpmAtStart, runScript, startByNpm, startMockProcess } from './mock-process';
import { clientOf } from './support';

let dir: string;
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'kitwell-mock-'));
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

describe('the command of the package names what is missing', () => {
  const serve = (file: string) => runScript('../packages/mock-engine/src/hosts/http/command', {}, file);

  it('the module itself', async () => {
    const file = join(dir, 'none.ts');
    expect(await serve(file)).toEqual({ code: 2, output: `There is no file ${file}.\n` });
  });

  it('a file that the module imports', async () => {
    const file = join(dir, 'shop.mts');
    writeFileSync(file, `import './contract';`);
    const { code, output } = await serve(file);
    expect(code).toBe(1);
    expect(output).toContain(`Cannot find module '${join(dir, 'contract')}' imported from`);
  });

  it('"type": "module", if the module became a CommonJS one', async () => {
    // As Node imports one that tsx has compiled.
    const file = join(dir, 'compiled.mjs');
    writeFileSync(file, 'export default { shop: { operations: {}, makeSeed: null } };');
    expect((await serve(file)).output).toContain('set "type": "module" in package.json');
  });
});

describe('npm run mock', () => {
  it('ends cleanly on Ctrl+C and on SIGTERM, and resumes from its files, also after it was killed', async () => {
    const MOCK_STORAGE = `fs:${join(dir, 'data')}`;
    const killed = await startMockProcess({ MOCK_STORAGE, MOCK_APP_URL: 'https://app.example.test' });
    const authorization = await clientOf(killed).signIn();
    await killed.stop('SIGKILL');

    const first = await startMockProcess({ MOCK_STORAGE, MOCK_APP_URL: 'https://app.example.test' });
    expect((await clientOf(first).get('/auth/verify-user', { authorization })).status).toBe(200);
    await clientOf(first).post('/auth/forgot-password', { email: 'provider@kitwell.test' });
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

  it('ends when npm was killed', async () => {
    const server = await startByNpm('mock');
    expect((await clientOf(server).get('/__mock/tenant')).status).toBe(200);
    const { output } = await server.stop('SIGKILL');
    expect(output).toContain('The mock backend has stopped.');
    await expect(fetch(server.url)).rejects.toThrow('fetch failed');
  });

  it('ends when npm was killed before it listened', async () => {
    expect((await killNpmAtStart()).output).toContain('The mock backend has stopped.');
  });

  it('leaves nothing of large bodies behind: 10 of 10 MB pass through a heap of 96 MB', async () => {
    const server = await startMockProcess({ NODE_OPTIONS: '--max-old-space-size=96' });
    const email = 'x'.repeat(10 * 1024 * 1024);
    for (let count = 0; count < 10; count += 1)
      expect((await clientOf(server).post('/auth/forgot-password', { email })).status).toBe(400);
    await server.stop();
  });

  it('rejects an invalid setting with a one-line message', async () => {
    const { code, output } = await runScript('mock', { PORT: '0', MOCK_ORIGINS: 'https://a.test, demo' });
    expect(code).toBe(2);
    expect(output.trim()).toBe('MOCK_ORIGINS must be a URL, not "demo".');
    await expect(openStorageAdapter('disk')).rejects.toThrow(
      'MOCK_STORAGE must be memory, fs:DIR or redis:URL, not "disk".',
    );
    expect(() => portIn('PORT', '99999')).toThrow('PORT must be a number from 0 to 65535, not "99999".');
  });
});
