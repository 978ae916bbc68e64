import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '@/lib/read-config';
import { contentSecurityPolicy, REPORT_ENDPOINT } from './content-security-policy';

/** The file name that Netlify and Cloudflare Pages read; `npm run preview` reads the same file. */
export const HEADERS_FILE = '_headers';
/** The same headers for nginx; `deploy/nginx.conf` includes it. */
export const NGINX_HEADERS_FILE = '_headers.nginx.conf';

/** Pages with a secret in their URL, which must not leak through a Referer header, a report, a cache or a search engine. */
const secretPages = ['confirm-address/', 'reset-password/'];
/** Pages whose URL names a checkout session, which is left out of reports as it is out of the log of `deploy/nginx.conf`. */
const checkoutPages = 'payment-';

interface HeaderRule {
  /** The rule applies to every path with this prefix; a later rule wins. */
  readonly prefix: string;
  readonly set: ReadonlyMap<string, string>;
}

interface HeaderOptions {
  /** The base path of the build, with slashes at both ends. */
  readonly base: string;
  readonly config: Config;
  /** Whether the build contains the mock backend. */
  readonly mocks: boolean;
}

const unusedFeatures = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'usb',
];

function headerRules(outDir: string, { base, config, mocks }: HeaderOptions): HeaderRule[] {
  const pages = readdirSync(outDir, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.html'))
    .map((file) => readFileSync(join(outDir, file), 'utf8'));
  const policy = (reports: boolean) => contentSecurityPolicy({ pages, config, mocks, reports });
  const isReported = config.cspReportUrl !== undefined;
  const unreported = isReported ? [['Content-Security-Policy', policy(false)] as const] : [];
  return [
    {
      prefix: '/',
      set: new Map([
        ['Content-Security-Policy', policy(true)],
        ...(isReported
          ? [['Reporting-Endpoints', `${REPORT_ENDPOINT}="${config.cspReportUrl}"`] as const]
          : []),
        ['X-Content-Type-Options', 'nosniff'],
        // Only the origin: a maps key that is restricted to this site needs it, and it contains no path.
        ['Referrer-Policy', 'strict-origin'],
        ['Permissions-Policy', unusedFeatures.map((feature) => `${feature}=()`).join(', ')],
        ['Cross-Origin-Opener-Policy', 'same-origin'],
        ['Cross-Origin-Resource-Policy', 'same-origin'],
        ['X-Frame-Options', mocks ? 'SAMEORIGIN' : 'DENY'],
        // Browsers apply it over https only.
        ['Strict-Transport-Security', 'max-age=31536000; includeSubDomains'],
        ['Cache-Control', 'no-cache'],
      ]),
    },
    ...secretPages.map((page) => ({
      prefix: `${base}${page}`,
      set: new Map([
        ...unreported,
        ['Referrer-Policy', 'no-referrer'],
        ['X-Robots-Tag', 'noindex'],
        ['Cache-Control', 'no-store'],
      ]),
    })),
    ...(isReported ? [{ prefix: `${base}${checkoutPages}`, set: new Map(unreported) }] : []),
    // File names in this folder contain a content hash, so a cached copy is never stale.
    { prefix: `${base}assets/`, set: new Map([['Cache-Control', 'public, max-age=31536000, immutable']]) },
  ];
}

function staticHostFile(rules: readonly HeaderRule[]): string {
  const lines = rules.flatMap(({ prefix, set }, index) => [
    `${prefix}*`,
    // A host merges the values of all matching rules; "!" removes the earlier one.
    ...[...set].flatMap(([name, value]) => [
      ...(index > 0 && rules[0]?.set.has(name) ? [`  ! ${name}`] : []),
      `  ${name}: ${value}`,
    ]),
  ]);
  return `${lines.join('\n')}\n`;
}

const nginxVariable = (name: string) => `$kitwell_${name.toLowerCase().replaceAll('-', '_')}`;
const quoted = (text: string) => `"${text.replaceAll('"', '\\"')}"`;
const inPattern = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** `add_header` in a location would discard those of the server, so there is one list, with variables for the paths. */
function nginxFile(rules: readonly HeaderRule[]): string {
  const names = [...new Set(rules.flatMap(({ set }) => [...set.keys()]))];
  const [everywhere, ...special] = rules;
  const lines = [
    '# Written by the build: its hashes fit this build only. Included by deploy/nginx.conf.',
    ...names.map((name) => `set ${nginxVariable(name)} ${quoted(everywhere?.set.get(name) ?? '')};`),
    ...special.flatMap(({ prefix, set }) => [
      // Decoded, and with single slashes: a mailed link may be written in many ways.
      `if ($uri ~ ${quoted(`^${inPattern(prefix)}`)}) {`,
      ...[...set].map(([name, value]) => `  set ${nginxVariable(name)} ${quoted(value)};`),
      '}',
    ]),
    // nginx sends no header with an empty value. Without "always" a 404 is not cached for a year.
    ...names.map(
      (name) => `add_header ${name} ${nginxVariable(name)}${name === 'Cache-Control' ? '' : ' always'};`,
    ),
  ];
  return `${lines.join('\n')}\n`;
}

/** Writes the headers that a host should send with this build, computed from the pages that were built. */
export function writeHeaders(outDir: string, options: HeaderOptions): void {
  const rules = headerRules(outDir, options);
  writeFileSync(join(outDir, HEADERS_FILE), staticHostFile(rules));
  writeFileSync(join(outDir, NGINX_HEADERS_FILE), nginxFile(rules));
}

/** Parses a headers file as a static host does. */
export function readHeaders(outDir: string): HeaderRule[] {
  const rules: { prefix: string; set: Map<string, string> }[] = [];
  for (const line of readFileSync(join(outDir, HEADERS_FILE), 'utf8').split('\n')) {
    const header = /^ {2}([\w-]+): (.*)$/.exec(line);
    if (header?.[1] && header[2]) rules.at(-1)?.set.set(header[1], header[2]);
    else if (line.startsWith('/')) rules.push({ prefix: line.replace(/\*$/, ''), set: new Map() });
  }
  return rules;
}
