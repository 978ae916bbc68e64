import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '@/lib/read-config';
import { writeHeaders } from '../../scripts/build/security-headers';
import { type ServedBuild, serveBuild } from '../../scripts/build/serve-build';

const SHELL = '<!doctype html><script>theme()</script><div id="root"></div>';
let dir: string;
let served: ServedBuild;

async function serve(base: string): Promise<void> {
  const config = readConfig({ VITE_API_URL: 'https://api.example.test' });
  writeHeaders(dir, { base, config, mocks: false });
  served = await serveBuild({ dir, base });
}

const get = (path: string, accept = 'text/html') =>
  fetch(new URL(path, served.url), { headers: { accept }, redirect: 'manual' });

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'kitwell-preview-'));
  mkdirSync(join(dir, 'assets'));
  writeFileSync(join(dir, 'index.html'), SHELL);
  writeFileSync(join(dir, '404.html'), SHELL);
  writeFileSync(join(dir, 'assets/app-1a2b.js'), `export const text = '${'kit '.repeat(1000)}';`);
});

afterEach(async () => {
  await served.close();
  rmSync(dir, { recursive: true, force: true });
});

describe('the preview server', () => {
  it.each(['/dashboard', '/reset-password/abc.def.ghi', '/payment-success?session_id=1'])(
    'opens the application at the deep link %s',
    async (path) => {
      await serve('/');
      const answer = await get(path);
      expect([answer.status, await answer.text()]).toEqual([200, SHELL]);
    },
  );

  it.each(['/reset-password/x', '%72eset-password/x.', 'confirm%2Daddress/x%3E'])(
    'keeps a mailed link secret, however it is written: /%s',
    async (path) => {
      await serve('/');
      const { status, headers } = await fetch(`${served.url}${path}`, { headers: { accept: 'text/html' } });
      expect([status, headers.get('cache-control'), headers.get('referrer-policy')]).toEqual([
        200,
        'no-store',
        'no-referrer',
      ]);
    },
  );

  it.each(['/api/auth/login', '/assets/gone-9z.js'])('does not answer %s with a page', async (path) => {
    await serve('/');
    expect((await get(path, '*/*')).status).toBe(404);
  });

  it('serves a build that has replaced the first one, and ends at no file that is gone', async () => {
    await serve('/');
    expect((await get('/assets/app-1a2b.js', '*/*')).status).toBe(200);
    rmSync(dir, { recursive: true });
    expect((await get('/dashboard')).status).toBe(503);
    mkdirSync(join(dir, 'assets'), { recursive: true });
    writeFileSync(join(dir, 'index.html'), SHELL);
    writeFileSync(join(dir, '404.html'), `${SHELL}new`);
    writeFileSync(join(dir, 'assets/app-3c4d.js'), 'new');
    writeHeaders(dir, { base: '/', config: readConfig({}), mocks: true });
    expect((await get('/assets/app-1a2b.js', '*/*')).status).toBe(404);
    expect(await (await get('/assets/app-3c4d.js', '*/*')).text()).toBe('new');
    expect(await (await get('/dashboard')).text()).toBe(`${SHELL}new`);
  });

  it('compresses scripts and caches them permanently, and sends the headers of the build', async () => {
    await serve('/');
    const script = await get('/assets/app-1a2b.js', '*/*');
    expect(script.headers.get('content-encoding')).toMatch(/br|gzip/);
    expect(script.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    const { headers } = await get('/');
    expect(headers.get('cache-control')).toBe('no-cache');
    expect(headers.get('content-security-policy')).toContain("connect-src 'self' https://api.example.test");
    expect([...headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
  });

  it('does not serve the files for the host, and does not let a 404 be cached', async () => {
    await serve('/');
    for (const file of ['/_headers', '/_headers.nginx.conf', '/assets/gone-9z.js']) {
      const answer = await get(file, '*/*');
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([404, 'no-cache']);
    }
  });

  it('serves a build under its subpath only', async () => {
    await serve('/sub/');
    expect(await (await get('/sub/dashboard')).text()).toBe(SHELL);
    expect((await get('/sub/assets/app-1a2b.js', '*/*')).status).toBe(200);
    expect((await get('/sub')).headers.get('location')).toBe('/sub/');
    expect((await get('/dashboard')).status).toBe(404);
  });
});
