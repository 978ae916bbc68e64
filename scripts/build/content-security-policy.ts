import { createHash } from 'node:crypto';
import type { Config } from '@/lib/read-config';

interface PolicyOptions {
  /** The HTML of every page of the build. */
  readonly pages: readonly string[];
  readonly config: Config;
  /** Whether the build has the mock backend in it. */
  readonly mocks: boolean;
  /** Whether violations are reported, if a URL is configured. A report contains the URL of its page. */
  readonly reports: boolean;
}

/** The name under which `Reporting-Endpoints` defines where reports go. */
export const REPORT_ENDPOINT = 'csp';

/** The inline scripts and styles of a page as CSP hash sources. */
function inlineHashes(html: string, tag: 'script' | 'style'): string[] {
  const elements = html.matchAll(new RegExp(`<${tag}(?![^>]*\\ssrc=)[^>]*>([\\s\\S]*?)</${tag}>`, 'gi'));
  return [...elements].map(
    ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  );
}

const originOf = (url: string): string[] => (url.startsWith('/') ? [] : [new URL(url).origin]);

/**
 * The paths of the maps script, its parts, and its checks of the key: other paths of that host answer with a script of the
 * caller's choice.
 */
const mapScripts = ['/maps/api/js', '/maps/api/js/', '/maps-api-v3/api/js/'].map(
  (path) => `https://maps.googleapis.com${path}`,
);

/** The sources that Stripe's and Google's guides require, without the `unsafe-*` that only maps and card fields use. */
function thirdParties({ stripePublishableKey, googleMapsApiKey }: Config) {
  const stripe = stripePublishableKey !== undefined;
  const maps = googleMapsApiKey !== undefined;
  return {
    any: stripe || maps,
    scripts: [
      ...(stripe ? ['https://js.stripe.com', 'https://*.js.stripe.com'] : []),
      ...(maps ? mapScripts : []),
    ],
    frames: stripe ? ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'] : [],
    calls: [
      ...(stripe ? ['https://api.stripe.com'] : []),
      ...(maps ? ['https://maps.googleapis.com', 'https://places.googleapis.com'] : []),
    ],
    images: maps ? ['https://*.gstatic.com', 'https://*.googleapis.com'] : [],
  };
}

/**
 * Only DOMPurify's output may become HTML, and only URLs known to `features/patients/import/read-spreadsheet` may become scripts.
 * Not with mocks, whose service worker imports a script by a plain URL, and not with third-party scripts, whose own
 * policies can't be tested here (docs/decisions).
 */
const trustedTypes = {
  'require-trusted-types-for': ["'script'"],
  'trusted-types': ['default', 'dompurify'],
} as const;

/**
 * The Content-Security-Policy of a build. Inline scripts and styles are allowed by hash only, and only configured
 * services are reachable: a build without a maps or card key cannot contact them. No `unsafe-*`: React sets styles
 * through the CSSOM, which CSP allows, and no markup contains a style attribute.
 */
export function contentSecurityPolicy({ pages, config, mocks, reports }: PolicyOptions): string {
  const others = thirdParties(config);
  const hashes = (tag: 'script' | 'style') => [...new Set(pages.flatMap((html) => inlineHashes(html, tag)))];
  // With mocks the API is always the page's own origin; calls to the chat host end in the worker.
  const services = [...(mocks ? [] : originOf(config.apiUrl)), ...originOf(config.chatUrl)];
  // The mock's split screen shows the product in frames; no other page may, and no page frames a live product.
  const ownFrames = mocks ? ["'self'"] : [];
  const frames = [...ownFrames, ...others.frames];
  const directives: Record<string, readonly string[]> = {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...hashes('script'), ...others.scripts],
    'style-src': ["'self'", ...hashes('style')],
    'img-src': ["'self'", 'data:', 'blob:', ...others.images],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...services, ...others.calls],
    'frame-src': frames.length === 0 ? ["'none'"] : frames,
    'worker-src': ["'self'"],
    'media-src': ["'none'"],
    'manifest-src': ["'none'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': mocks ? ownFrames : ["'none'"],
    ...(mocks || others.any ? {} : trustedTypes),
    // `report-uri` is for browsers without `report-to`, which ignore the newer one.
    ...(reports && config.cspReportUrl !== undefined
      ? { 'report-uri': [config.cspReportUrl], 'report-to': [REPORT_ENDPOINT] }
      : {}),
  };
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ');
}
