import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mockTraces } from '../../scripts/lib/mock-traces';
import { ROOT } from '../../scripts/lib/run';

const folder = mkdtempSync(join(tmpdir(), 'kitwell-builds-'));
const live = join(folder, 'live');
const demo = join(folder, 'demo');
const API = 'https://api.example.test/v1';

function build(args: readonly string[], env: Readonly<Record<string, string>>): void {
  const tsx = join(ROOT, 'node_modules/tsx/dist/cli.mjs');
  // Vitest's NODE_ENV would produce a development build.
  const { NODE_ENV: _, ...environment } = process.env;
  execFileSync(process.execPath, [tsx, 'scripts/build.ts', ...args], {
    cwd: ROOT,
    env: { ...environment, ...env },
    stdio: 'pipe',
  });
}

const scripts = (outDir: string): string =>
  readdirSync(join(outDir, 'assets'))
    .filter((file) => file.endsWith('.js'))
    .map((file) => readFileSync(join(outDir, 'assets', file), 'utf8'))
    .join('\n');

const page = (outDir: string): string => readFileSync(join(outDir, 'index.html'), 'utf8');

beforeAll(() => {
  build(['--out', live], { VITE_API_URL: `${API}/` });
  build(['--demo', '--base', '/sub', '--out', demo], { VITE_API_URL: `${API}/` });
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('a production build', () => {
  it('holds no byte of the mock backend', () => {
    expect(mockTraces(live)).toEqual([]);
  });

  it('holds no source map', () => {
    const files = readdirSync(live, { recursive: true, encoding: 'utf8' });
    expect(files.filter((file) => file.endsWith('.map'))).toEqual([]);
    expect(scripts(live)).not.toContain('sourceMappingURL');
  });

  it('calls the API that VITE_API_URL names', () => {
    expect(scripts(live)).toContain(API);
  });

  it('allows that API, and no host that is not configured, in its security policy', () => {
    const policy = readFileSync(join(live, '_headers'), 'utf8');
    expect(policy).toContain("connect-src 'self' https://api.example.test http://localhost:8000;");
    expect(policy).not.toContain('stripe.com');
  });

  it('rejects a secret key', () => {
    expect(() =>
      build(['--out', join(folder, 'rejected')], { VITE_STRIPE_PUBLISHABLE_KEY: 'sk_live_1' }),
    ).toThrow('a secret key never belongs in a browser');
    expect(existsSync(join(folder, 'rejected'))).toBe(false);
  });
});

describe.each([
  ['a production build', live],
  ['a demo build', demo],
])('the pages of %s', (_, outDir) => {
  it('name the hash of every script and style sheet that they load', () => {
    for (const file of readdirSync(outDir).filter((name) => name.endsWith('.html'))) {
      const html = readFileSync(join(outDir, file), 'utf8');
      const loaded = [...html.matchAll(/<(?:script|link)[^>]*\/(assets\/[^"]+\.(?:js|css))"[^>]*>/g)];
      expect(loaded.length, file).toBeGreaterThan(1);
      for (const [element, asset = ''] of loaded) {
        const hash = createHash('sha256')
          .update(readFileSync(join(outDir, asset)))
          .digest('base64');
        expect(element, file).toContain(` integrity="sha256-${hash}"`);
      }
    }
  });
});

it('the pages of a build escape their titles', () => {
  expect(readFileSync(join(live, 'terms-and-conditions.html'), 'utf8')).toContain(
    '<title>Terms &amp; Conditions · Kitwell</title>',
  );
});

describe('the licenses in a build', () => {
  const listed = (outDir: string) => readFileSync(join(outDir, 'licenses.txt'), 'utf8');

  it('are those of its packages: in pages, in workers, of fonts and of styles', () => {
    for (const name of [
      'react',
      'libphonenumber-js',
      '@e965/xlsx',
      'tailwindcss',
      '@fontsource-variable/newsreader',
    ])
      expect(listed(live)).toMatch(new RegExp(`^${name} \\d+\\.\\d+\\.\\d+\\nLicense: \\S`, 'm'));
    expect(listed(live)).toContain('SIL OPEN FONT LICENSE');
  });

  it('are also those of the mock backend where it is part of the build', () => {
    expect(listed(demo)).toMatch(/^msw /m);
    expect(listed(live)).not.toMatch(/^(msw|vite|vitest) /m);
  });

  it('can be read from the page about us', () => {
    expect(readFileSync(join(demo, 'about-us.html'), 'utf8')).toContain('href="/sub/licenses.txt"');
  });
});

describe('a demo build', () => {
  it('is recognised as holding the mock backend, so that the check of the production build means something', () => {
    const traces = mockTraces(demo).join('\n');
    expect(traces).toContain('mock-worker.js is a worker file');
    expect(traces).toContain('mockServiceWorker.js is a worker file');
  });

  it('keeps to itself even when a live API is configured', () => {
    expect(scripts(demo)).not.toContain(API);
  });

  it('works under a subpath, deep links included', () => {
    expect(page(demo)).toMatch(/src="\/sub\/assets\/[^"]+\.js"/);
    const shell = readFileSync(join(demo, '404.html'), 'utf8');
    expect(shell).toContain('<div id="root"></div>');
    expect(readFileSync(join(demo, 'spa.html'), 'utf8')).toBe(shell);
    expect(page(demo)).toContain('data-prerendered="/sub"');
    expect(readFileSync(join(demo, 'info.html'), 'utf8')).toContain('href="/sub/signup"');
  });
});
