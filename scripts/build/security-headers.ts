import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '@/contract/config';
import { contentSecurityPolicy } from './content-security-policy';

/** The format that Netlify and Cloudflare Pages read; `npm run preview` reads the same file. */
export const HEADERS_FILE = '_headers';
/** The same headers for nginx; `deploy/nginx.conf` includes it. */
export const NGINX_HEADERS_FILE = '_headers.nginx.conf';

/** Pages whose address is a secret: it opens them, and nobody else may learn it. */
const secretPages = ['confirm-address/', 'reset-password/'];

interface HeaderRule {
  /** The rule holds for every path that starts so; a later rule wins. */
  readonly prefix: string;
  readonly set: ReadonlyMap<string, string>;
}

interface HeaderOptions {
  /** The path the build was made for, with slashes at both ends. */
  readonly base: string;
  readonly config: Config;
  /** Whether the build has the mock backend in it. */
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
  return [
    {
      prefix: '/',
      set: new Map([
        ['Content-Security-Policy', contentSecurityPolicy({ pages, config, mocks })],
        ['X-Content-Type-Options', 'nosniff'],
        // The origin alone: a maps key that is limited to this site needs it, and no path is in it.
        ['Referrer-Policy', 'strict-origin'],
        ['Permissions-Policy', unusedFeatures.map((feature) => `${feature}=()`).join(', ')],
        ['Cross-Origin-Opener-Policy', 'same-origin'],
        ['Cross-Origin-Resource-Policy', 'same-origin'],
        ['X-Frame-Options', 'DENY'],
        // Browsers heed it over https only.
        ['Strict-Transport-Security', 'max-age=31536000'],
        ['Cache-Control', 'no-cache'],
      ]),
    },
    ...secretPages.map((page) => ({
      prefix: `${base}${page}`,
      set: new Map([
        ['Referrer-Policy', 'no-referrer'],
        ['X-Robots-Tag', 'noindex'],
      ]),
    })),
    // Names in this folder carry a hash of their content, so a cached copy can never be stale.
    { prefix: `${base}assets/`, set: new Map([['Cache-Control', 'public, max-age=31536000, immutable']]) },
  ];
}

function staticHostFile(rules: readonly HeaderRule[]): string {
  const lines = rules.flatMap(({ prefix, set }, index) => [
    `${prefix}*`,
    // A host joins the values of all rules that fit; "!" takes the earlier one back.
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

/** `add_header` in a location would drop those of the server, so there is one list, with variables for the paths. */
function nginxFile(rules: readonly HeaderRule[]): string {
  const names = [...new Set(rules.flatMap(({ set }) => [...set.keys()]))];
  const [everywhere, ...special] = rules;
  const lines = [
    '# Written by the build: its hashes fit this build only. Included by deploy/nginx.conf.',
    ...names.map((name) => `set ${nginxVariable(name)} ${quoted(everywhere?.set.get(name) ?? '')};`),
    ...special.flatMap(({ prefix, set }) => [
      `if ($request_uri ~ ${quoted(`^${inPattern(prefix)}`)}) {`,
      ...[...set].map(([name, value]) => `  set ${nginxVariable(name)} ${quoted(value)};`),
      '}',
    ]),
    // A header without a value is not sent. Without "always" a missing file is not cached for a year.
    ...names.map(
      (name) => `add_header ${name} ${nginxVariable(name)}${name === 'Cache-Control' ? '' : ' always'};`,
    ),
  ];
  return `${lines.join('\n')}\n`;
}

/** Writes the headers that a host should send with this build, from the pages that were really built. */
export function writeHeaders(outDir: string, options: HeaderOptions): void {
  const rules = headerRules(outDir, options);
  writeFileSync(join(outDir, HEADERS_FILE), staticHostFile(rules));
  writeFileSync(join(outDir, NGINX_HEADERS_FILE), nginxFile(rules));
}

/** Reads a headers file back, as a static host does. */
export function readHeaders(outDir: string): HeaderRule[] {
  const rules: { prefix: string; set: Map<string, string> }[] = [];
  for (const line of readFileSync(join(outDir, HEADERS_FILE), 'utf8').split('\n')) {
    const header = /^ {2}([\w-]+): (.*)$/.exec(line);
    if (header?.[1] && header[2]) rules.at(-1)?.set.set(header[1], header[2]);
    else if (line.startsWith('/')) rules.push({ prefix: line.replace(/\*$/, ''), set: new Map() });
  }
  return rules;
}
