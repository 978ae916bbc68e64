/** What a variable of the configuration does while it is not set. */
const unset = {
  VITE_CHAT_URL: 'the chat calls a service on the visitor’s own computer',
  VITE_STRIPE_PUBLISHABLE_KEY: 'card billing is not configured',
  VITE_GOOGLE_MAPS_API_KEY: 'addresses are suggested from a short list',
  VITE_SITE_URL: 'shared links have no picture in most programs',
  VITE_CONTACT_EMAIL: 'pages show an address that does not exist',
  VITE_LINKEDIN_URL: 'the link leads nowhere',
  VITE_INSTAGRAM_URL: 'the link leads nowhere',
  VITE_FACEBOOK_URL: 'the link leads nowhere',
  VITE_SUPPORT_FORM_URL: 'the link leads nowhere',
  VITE_CAREERS_FORM_URL: 'the link leads nowhere',
} as const;

/** Why a value should not be in a production build; null if nothing is known against it. */
function dangerOf(name: string, value: string): string | null {
  if (/^pk_test_/.test(value)) return 'is a test key: no card is charged';
  if (!/^https?:/i.test(value) || !URL.canParse(value)) return null;
  const { protocol, hostname, username, password } = new URL(value);
  if (username !== '' || password !== '') return 'contains credentials, which every visitor can read';
  if (hostname.includes('*')) return 'has a wildcard for a host';
  if (protocol === 'http:')
    return `is not encrypted${name === 'VITE_API_URL' ? ': passwords can be read on the way' : ''}`;
  return null;
}

/**
 * Returns what a production build should not go online with, one line for each variable; never a value.
 *
 * @param env the build's environment, after `readConfig` has accepted it
 */
export function configWarnings(env: Readonly<Record<string, string | undefined>>): string[] {
  const values = Object.entries(env).map(([name, value = '']) => [name, value.trim()] as const);
  const present = new Map(values.filter(([, value]) => value !== ''));
  return [
    ...Object.entries(unset).flatMap(([name, effect]) =>
      present.has(name) ? [] : [`${name} is not set: ${effect}`],
    ),
    ...[...present].flatMap(([name, value]) => {
      const danger = dangerOf(name, value);
      return danger === null ? [] : [`${name} ${danger}`];
    }),
  ];
}
