import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '@/contract/config';

/** The format that Netlify and Cloudflare Pages read; `npm run preview` reads the same file. */
export const HEADERS_FILE = '_headers';

/** Inline scripts and styles of a page, each as the source expression that allows exactly it. */
function inlineHashes(html: string, tag: 'script' | 'style'): string[] {
  const elements = html.matchAll(new RegExp(`<${tag}(?![^>]*\\ssrc=)[^>]*>([\\s\\S]*?)</${tag}>`, 'gi'));
  return [...elements].map(
    ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  );
}

function originOf(url: string): string[] {
  return url.startsWith('/') ? [] : [new URL(url).origin];
}

/**
 * The policy of a build. Nothing inline runs but what is hashed here; only the configured services are reachable, so a
 * build without a key for maps or cards cannot contact them at all.
 */
export function contentSecurityPolicy(pages: readonly string[], config: Config): string {
  const stripe = config.stripePublishableKey ? ['https://js.stripe.com'] : [];
  const stripeFrames = config.stripePublishableKey ? [...stripe, 'https://*.stripe.com'] : ["'none'"];
  const stripeCalls = config.stripePublishableKey ? ['https://api.stripe.com'] : [];
  const maps = config.googleMapsApiKey ? ['https://*.googleapis.com'] : [];
  const mapImages = config.googleMapsApiKey ? ['https://*.gstatic.com', 'https://*.googleapis.com'] : [];
  const hashes = (tag: 'script' | 'style') => [...new Set(pages.flatMap((html) => inlineHashes(html, tag)))];
  const services = [...originOf(config.apiUrl), ...originOf(config.chatUrl)];
  const directives: Record<string, readonly string[]> = {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...hashes('script'), ...stripe, ...maps],
    'style-src': ["'self'", ...hashes('style')],
    // A style attribute in prerendered markup can't be hashed; it can neither load nor run anything.
    'style-src-attr': ["'unsafe-inline'"],
    'img-src': ["'self'", 'data:', 'blob:', ...mapImages],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...services, ...stripeCalls, ...maps],
    'frame-src': stripeFrames,
    'worker-src': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  };
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ');
}

/** Writes the headers that a host should send with this build, from the pages that were really built. */
export function writeHeaders(outDir: string, { base, config }: { base: string; config: Config }): void {
  const pages = readdirSync(outDir, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.html'))
    .map((file) => readFileSync(join(outDir, file), 'utf8'));
  const lines = [
    '/*',
    `  Content-Security-Policy: ${contentSecurityPolicy(pages, config)}`,
    '  X-Content-Type-Options: nosniff',
    '  Referrer-Policy: strict-origin-when-cross-origin',
    '  Permissions-Policy: camera=(), microphone=(), geolocation=()',
    '  Cross-Origin-Opener-Policy: same-origin',
    '  Cache-Control: no-cache',
    // Names in this folder carry a hash of their content, so a cached copy can never be stale.
    `${base}assets/*`,
    '  ! Cache-Control',
    '  Cache-Control: public, max-age=31536000, immutable',
  ];
  writeFileSync(join(outDir, HEADERS_FILE), `${lines.join('\n')}\n`);
}

export interface HeaderRule {
  readonly prefix: string;
  readonly set: ReadonlyMap<string, string>;
}

/** Reads a headers file back: each rule covers every path that starts with its prefix, a later rule wins. */
export function readHeaders(outDir: string): HeaderRule[] {
  const rules: { prefix: string; set: Map<string, string> }[] = [];
  for (const line of readFileSync(join(outDir, HEADERS_FILE), 'utf8').split('\n')) {
    const header = /^ {2}([\w-]+): (.*)$/.exec(line);
    if (header?.[1] && header[2]) rules.at(-1)?.set.set(header[1], header[2]);
    else if (line.startsWith('/')) rules.push({ prefix: line.replace(/\*$/, ''), set: new Map() });
  }
  return rules;
}
