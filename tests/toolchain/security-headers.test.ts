import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '@/lib/read-config';
import { FALLBACK_FILE, SHELL_FILE } from '../../scripts/build/manifest';
import {
  HEADERS_FILE,
  NGINX_HEADERS_FILE,
  readHeaders,
  writeHeaders,
} from '../../scripts/build/security-headers';
import { ROOT } from '../../scripts/lib/run';

let dir: string;
const reports = { VITE_CSP_REPORT_URL: 'https://reports.example.test/csp?key=1' };
const keys = { VITE_STRIPE_PUBLISHABLE_KEY: 'pk_test_1', VITE_GOOGLE_MAPS_API_KEY: 'maps-key' };

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'kitwell-headers-'));
  mkdirSync(join(dir, 'assets'));
  writeFileSync(join(dir, 'index.html'), '<style>p{}</style><script>theme()</script><p>Hello</p>');
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

function write({ env = {}, mocks = false, base = '/' } = {}): void {
  writeHeaders(dir, {
    base,
    config: readConfig({ VITE_API_URL: 'https://api.example.test', ...env }),
    mocks,
  });
}

/** The headers that a static host sends for a path. */
function sentFor(path: string): Map<string, string> {
  const fitting = readHeaders(dir).filter(({ prefix }) => path.startsWith(prefix));
  return new Map(fitting.flatMap(({ set }) => [...set]));
}

/** The headers that nginx sends for a path: interprets `set`, `if` and `add_header` in order, as nginx does. */
function nginxFor(path: string): Map<string, string> {
  const uri = decodeURIComponent(path.split('?')[0] ?? '').replaceAll(/\/{2,}/g, '/');
  const values = new Map<string, string>();
  const sent = new Map<string, string>();
  let fits = true;
  for (const line of readFileSync(join(dir, NGINX_HEADERS_FILE), 'utf8').split('\n')) {
    const condition = /^if \(\$uri ~ "(.*)"\) \{$/.exec(line);
    const variable = /^ *set (\$\w+) "(.*)";$/.exec(line);
    const header = /^add_header (\S+) (\$\w+)/.exec(line);
    if (condition?.[1]) fits = new RegExp(condition[1]).test(uri);
    else if (line === '}') fits = true;
    else if (variable?.[1] && fits) values.set(variable[1], (variable[2] ?? '').replaceAll('\\"', '"'));
    else if (header?.[1] && values.get(header[2] ?? ''))
      sent.set(header[1], values.get(header[2] ?? '') ?? '');
  }
  return sent;
}

const policy = (path = '/') => sentFor(path).get('Content-Security-Policy') ?? '';

describe('the security policy', () => {
  it.each([
    ['the live API', {}],
    ['the mock backend', { mocks: true }],
    ['cards and maps', { env: keys }],
  ])('of a build with %s has no unsafe source and no wildcard host of everybody', (_, options) => {
    write(options);
    expect(policy()).not.toMatch(/unsafe|\s\*[\s;]|\shttps?:[\s;]/);
    expect(policy()).toMatch(/script-src 'self' 'sha256-[\w+/=]{44}'/);
    expect(policy()).toMatch(/style-src 'self' 'sha256-[\w+/=]{44}';/);
    expect(policy()).toContain("object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors '");
  });

  it('names a card provider and a maps service only where they are configured', () => {
    write();
    expect(policy()).not.toMatch(/stripe|google/);
    expect(policy()).toContain("frame-src 'none'");
    write({ env: keys });
    expect(policy()).toMatch(
      /script-src [^;]*https:\/\/js\.stripe\.com[^;]* https:\/\/maps\.googleapis\.com\/maps\/api\/js /,
    );
  });

  it('allows no script of the whole maps host, which answers with a script of the caller’s choice', () => {
    write({ env: keys });
    const scripts = /script-src ([^;]*);/.exec(policy())?.[1]?.split(' ') ?? [];
    const maps = scripts.filter((source) => source.includes('google'));
    expect(maps.length).toBeGreaterThan(0);
    for (const source of maps) expect(new URL(source).pathname).toMatch(/^\/maps[\w/-]*\/js\/?$/);
  });

  it.each([
    ['the live API', {}],
    ['cards and maps', { env: keys }],
    ['reports', { env: reports }],
  ])('of a build with %s lets no page show it in a frame', (_, options) => {
    write(options);
    for (const path of ['/', '/dashboard', '/confirm-address/y', '/payment-success']) {
      expect(policy(path)).toContain("frame-ancestors 'none'");
      expect(sentFor(path).get('X-Frame-Options')).toBe('DENY');
    }
    expect(policy()).not.toMatch(/frame-src [^;]*'self'/);
  });

  it('of a demo lets only its own pages show it in a frame, for the split screen', () => {
    write({ mocks: true });
    expect(policy()).toContain("frame-src 'self';");
    expect(policy()).toMatch(/frame-ancestors 'self'(;|$)/);
    expect(sentFor('/').get('X-Frame-Options')).toBe('SAMEORIGIN');
    write({ mocks: true, env: keys });
    expect(policy()).toContain("frame-src 'self' https://js.stripe.com");
  });

  it('reports what it stopped only where that is configured', () => {
    write();
    expect(policy()).not.toContain('report');
    expect(sentFor('/').has('Reporting-Endpoints')).toBe(false);
    write({ env: reports });
    expect(policy()).toContain('report-uri https://reports.example.test/csp?key=1; report-to csp');
    expect(sentFor('/').get('Reporting-Endpoints')).toBe('csp="https://reports.example.test/csp?key=1"');
  });

  it.each(['/', '/sub/'])('reports nothing from a page with a secret in its URL, under %s', (base) => {
    write({ base, env: reports });
    const secretPages = [
      'reset-password/x',
      'confirm-address/y',
      'payment-success?session_id=1',
      'payment-cancel',
    ];
    for (const page of secretPages) {
      expect(policy(`${base}${page}`)).not.toContain('report');
      expect(policy(`${base}${page}`)).toContain("frame-ancestors 'none'");
    }
    expect(policy(`${base}dashboard`)).toContain('report-to csp');
  });

  it('of a demo does not name the API that it never calls', () => {
    write({ mocks: true });
    expect(policy()).not.toContain('api.example.test');
  });

  it('requires Trusted Types where every script is our own', () => {
    write();
    expect(policy()).toContain("require-trusted-types-for 'script'; trusted-types default dompurify");
    for (const options of [{ mocks: true }, { env: keys }]) {
      write(options);
      expect(policy()).not.toContain('trusted-types');
    }
  });
});

describe('the headers', () => {
  it.each(['/', '/sub/'])('do not leak the address of a mailed link, under %s', (base) => {
    write({ base });
    for (const page of ['confirm-address/a.b', 'reset-password/x'])
      expect(sentFor(`${base}${page}`).get('Referrer-Policy')).toBe('no-referrer');
    expect(sentFor(`${base}dashboard`).get('Referrer-Policy')).toBe('strict-origin');
  });

  it.each(['//reset-password/x', '/reset%2Dpassword/x', '/%72eset-password//x.', '/reset-password/x%3E'])(
    'of nginx are those of the mailed link, however it is written: %s',
    (path) => {
      write();
      expect(nginxFor(path)).toEqual(nginxFor('/reset-password/x'));
      expect(nginxFor(path).get('Cache-Control')).toBe('no-store');
      expect(nginxFor(path).get('Referrer-Policy')).toBe('no-referrer');
    },
  );

  it('keep documents fresh, pages with a secret URL out of every cache, and assets for a year', () => {
    write();
    const cached = (path: string) => sentFor(path).get('Cache-Control');
    for (const path of ['/', '/info', '/dashboard', '/licenses.txt']) expect(cached(path)).toBe('no-cache');
    for (const path of ['/confirm-address/a', '/reset-password/b']) expect(cached(path)).toBe('no-store');
    expect(cached('/assets/app-1.js')).toBe('public, max-age=31536000, immutable');
  });

  it('ask for https on this host and its subdomains, for a year', () => {
    write();
    expect(sentFor('/').get('Strict-Transport-Security')).toBe('max-age=31536000; includeSubDomains');
  });

  it.each([
    '/',
    '/dashboard',
    '/assets/app-1.js',
    '/reset-password/x',
    '/confirm-address/y?z',
    '/payment-cancel',
  ])('are the same from nginx and from a static host for %s', (path) => {
    write({ env: { ...keys, ...reports } });
    expect(Object.fromEntries(nginxFor(path))).toEqual(Object.fromEntries(sentFor(path)));
    expect(sentFor(path).get('X-Content-Type-Options')).toBe('nosniff');
    expect(sentFor(path).get('Cross-Origin-Opener-Policy')).toBe('same-origin');
    expect(sentFor(path).get('Cross-Origin-Resource-Policy')).toBe('same-origin');
    expect(sentFor(path).get('Permissions-Policy')).toContain('camera=()');
  });

  it('take an earlier value back where a host would join both', () => {
    write();
    const text = readFileSync(join(dir, HEADERS_FILE), 'utf8');
    expect(text).toContain('/reset-password/*\n  ! Referrer-Policy\n  Referrer-Policy: no-referrer');
    expect(text).toContain('/assets/*\n  ! Cache-Control\n  Cache-Control: public');
  });
});

describe('the configuration for nginx in deploy/', () => {
  const conf = readFileSync(join(ROOT, 'deploy/nginx.conf'), 'utf8');

  it('includes the headers that the build writes, and adds none that would replace them', () => {
    expect(conf).toMatch(new RegExp(`^ *include \\S*/${NGINX_HEADERS_FILE.replaceAll('.', '\\.')};$`, 'm'));
    expect(conf).not.toContain('add_header');
  });

  it('answers every unknown path with the page that is not prerendered', () => {
    const answers = [...conf.matchAll(/try_files (.*);/g)].map(([, files = '']) => files);
    expect(answers).toContain(`$uri $uri.html $uri/index.html /${SHELL_FILE}`);
    expect(conf).not.toContain(FALLBACK_FILE);
  });

  it('reaches pages with their own headers without a redirect, after which nginx would choose another path’s headers', () => {
    write({ env: reports });
    for (const { prefix } of readHeaders(dir).slice(1))
      expect(conf).toMatch(new RegExp(`location (\\^~ )?${prefix} \\{ try_files \\S+ =404; \\}`));
  });

  it('opens every mailed link, whatever its token ends in, and keeps the token out of the log', () => {
    write();
    const secret = readHeaders(dir).filter(({ set }) => set.get('Referrer-Policy') === 'no-referrer');
    expect(secret).toHaveLength(2);
    for (const { prefix } of secret) {
      expect(conf).toContain(`location ^~ ${prefix} { try_files /${SHELL_FILE} =404; }`);
      expect(conf).toMatch(new RegExp(`\\(\\?<kept>[^\\n]*${prefix.replaceAll('/', '')}[^\\n]*\\[secret\\]`));
    }
  });
});
