import { withoutEndSlash } from '@kitwell/mock-engine/declaration';
import { emailPattern } from '@/contract/constants';
import * as z from '@/contract/zod';

/** Build-time configuration, validated by `readConfig`. */
export interface Config {
  /** Base URL of the API: absolute, or a path on the page's own origin. No trailing slash. */
  readonly apiUrl: string;
  /** Base URL of the chat service (§7). No trailing slash. It never receives the token. */
  readonly chatUrl: string;
  /** Without a key, the address search uses its offline gazetteer. */
  readonly googleMapsApiKey?: string;
  /** Without a key, card billing is not configured (§Notes, "Orders, booking, payment"). */
  readonly stripePublishableKey?: string;
  /** Where browsers send reports of what the Content-Security-Policy blocked; only the build's headers name it. */
  readonly cspReportUrl?: string;
  /** The address at which the product is published; only the build's pages name it. */
  readonly siteUrl?: string;
  /** How many times a failed read is retried automatically. */
  readonly readRetries: number;
}

const isHttpUrl = (text: string): boolean => {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return false;
  const { search, hash } = new URL(text);
  return search === '' && hash === '';
};
const isOwnPath = (text: string): boolean => /^\/(?!\/)[^\s?#]*$/.test(text);

const serviceUrl = z.string().check(
  z.refine((text) => isHttpUrl(text) || isOwnPath(text), {
    error: 'must be a URL such as https://api.example.com, or a path such as /api',
  }),
);
const flag = z.string().check(z.regex(/^[01]$/, { error: 'must be 1 or 0' }));
/** Without the characters that would end it in a header or in the configuration of nginx. */
const reportUrl = z.string().check(
  z.regex(/^(?:https?:\/)?\/(?!\/)[^\s;,"$\\]+$/i, {
    error: 'must be a URL such as https://reports.example.com/csp, or a path such as /csp-reports',
  }),
);
const smallNumber = z.string().check(z.regex(/^\d$/, { error: 'must be a number from 0 to 9' }));
const key = z.string().check(z.regex(/^\S+$/, { error: 'must not contain spaces' }));
const publishableKey = z.string().check(
  z.regex(/^pk_(test|live)_\w+$/, {
    error: 'must be a publishable key (pk_test_… or pk_live_…); a secret key never belongs in a browser',
  }),
);

const emailAddress = z.string().check(z.regex(emailPattern, { error: 'must be an email address' }));
const link = z.string().check(
  z.refine((text) => /^https:\/\//i.test(text) && URL.canParse(text), {
    error: 'must be a URL that begins with https://',
  }),
);

const environment = z.object({
  VITE_API_URL: z._default(serviceUrl, '/api'),
  VITE_CHAT_URL: z._default(serviceUrl, 'http://localhost:8000'),
  VITE_GOOGLE_MAPS_API_KEY: z.optional(key),
  VITE_STRIPE_PUBLISHABLE_KEY: z.optional(publishableKey),
  VITE_READ_RETRIES: z._default(smallNumber, '3'),
  // Used by `src/app/client.ts` as a literal, so that builds leave out what is off; only validated here.
  VITE_MOCK_VISITORS: z.optional(flag),
  VITE_CSP_REPORT_URL: z.optional(reportUrl),
  VITE_SITE_URL: z.optional(link),
  // Used by `src/lib/brand.ts`, which is also loaded by pages without calls; only validated here.
  VITE_CONTACT_EMAIL: z.optional(emailAddress),
  VITE_LINKEDIN_URL: z.optional(link),
  VITE_INSTAGRAM_URL: z.optional(link),
  VITE_FACEBOOK_URL: z.optional(link),
  VITE_SUPPORT_FORM_URL: z.optional(link),
  VITE_CAREERS_FORM_URL: z.optional(link),
});

/**
 * Reads the product's configuration (§7: the API host, the chat host, maps and card provider).
 *
 * @param env the build's environment, `import.meta.env` in the browser; a blank variable counts as unset
 * @returns validated values with the defaults filled in
 * @throws Error naming each invalid variable and the expected format; the message never contains a key's value
 */
export function readConfig(env: Readonly<Record<string, unknown>>): Config {
  const values = Object.fromEntries(
    Object.keys(environment.shape).flatMap((name) => {
      const value = typeof env[name] === 'string' ? env[name].trim() : env[name];
      return value === '' ? [] : [[name, value]];
    }),
  );
  const result = environment.safeParse(values);
  if (!result.success) {
    const lines = result.error.issues.map((issue) => `  ${issue.path.join('.')} ${issue.message}`);
    throw new Error(`The configuration is wrong (see .env.example):\n${lines.join('\n')}`);
  }
  const {
    VITE_GOOGLE_MAPS_API_KEY: maps,
    VITE_STRIPE_PUBLISHABLE_KEY: stripe,
    VITE_READ_RETRIES: retries,
    VITE_CSP_REPORT_URL: reports,
    VITE_SITE_URL: site,
    VITE_API_URL: api,
    VITE_CHAT_URL: chat,
  } = result.data;
  return {
    apiUrl: withoutEndSlash(api),
    chatUrl: withoutEndSlash(chat),
    readRetries: Number(retries),
    ...(maps === undefined ? {} : { googleMapsApiKey: maps }),
    ...(site === undefined ? {} : { siteUrl: site }),
    ...(reports === undefined ? {} : { cspReportUrl: reports }),
    ...(stripe === undefined ? {} : { stripePublishableKey: stripe }),
  };
}
