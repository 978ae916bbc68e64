import { createHash } from 'node:crypto';
import type { Config } from '@/contract/config';

interface PolicyOptions {
  /** The HTML of every page of the build. */
  readonly pages: readonly string[];
  readonly config: Config;
  /** Whether the build has the mock backend in it. */
  readonly mocks: boolean;
}

/** Inline scripts and styles of a page, each as the source expression that allows exactly it. */
function inlineHashes(html: string, tag: 'script' | 'style'): string[] {
  const elements = html.matchAll(new RegExp(`<${tag}(?![^>]*\\ssrc=)[^>]*>([\\s\\S]*?)</${tag}>`, 'gi'));
  return [...elements].map(
    ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  );
}

const originOf = (url: string): string[] => (url.startsWith('/') ? [] : [new URL(url).origin]);

/** What Stripe's and Google's own guides ask for, without the `unsafe-*` that only drawn maps and card fields need. */
function thirdParties({ stripePublishableKey, googleMapsApiKey }: Config) {
  const stripe = stripePublishableKey !== undefined;
  const maps = googleMapsApiKey !== undefined;
  return {
    any: stripe || maps,
    scripts: [
      ...(stripe ? ['https://js.stripe.com', 'https://*.js.stripe.com'] : []),
      ...(maps ? ['https://maps.googleapis.com'] : []),
    ],
    frames: stripe
      ? ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com']
      : ["'none'"],
    calls: [
      ...(stripe ? ['https://api.stripe.com'] : []),
      ...(maps ? ['https://maps.googleapis.com', 'https://places.googleapis.com'] : []),
    ],
    images: maps ? ['https://*.gstatic.com', 'https://*.googleapis.com'] : [],
  };
}

/**
 * Only what DOMPurify has cleaned becomes HTML, and only addresses that `lib/trusted-scripts` knows become scripts.
 * Not with mocks, whose service worker loads its other half by a plain address, and not beside scripts of others,
 * which bring policies of their own that nothing here could try out (docs/decisions).
 */
const trustedTypes = {
  'require-trusted-types-for': ["'script'"],
  'trusted-types': ['default', 'dompurify'],
} as const;

/**
 * The policy of a build. Nothing inline runs but what is hashed here; only the configured services are reachable, so a
 * build without a key for maps or cards cannot contact them at all. No `unsafe-*` anywhere: React sets styles through
 * the object model, which a policy does not mind, and no markup holds a style attribute.
 */
export function contentSecurityPolicy({ pages, config, mocks }: PolicyOptions): string {
  const others = thirdParties(config);
  const hashes = (tag: 'script' | 'style') => [...new Set(pages.flatMap((html) => inlineHashes(html, tag)))];
  // With mocks the API is the page's own origin, whatever is configured; the chat host's calls end in the worker.
  const services = [...(mocks ? [] : originOf(config.apiUrl)), ...originOf(config.chatUrl)];
  const directives: Record<string, readonly string[]> = {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...hashes('script'), ...others.scripts],
    'style-src': ["'self'", ...hashes('style')],
    'img-src': ["'self'", 'data:', 'blob:', ...others.images],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...services, ...others.calls],
    'frame-src': others.frames,
    'worker-src': ["'self'"],
    'media-src': ["'none'"],
    'manifest-src': ["'none'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    ...(mocks || others.any ? {} : trustedTypes),
  };
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ');
}
