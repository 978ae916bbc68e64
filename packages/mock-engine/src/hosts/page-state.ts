import * as z from 'zod/mini';
import type { PageView } from '../engine/capsule';
import type { Mock, MockTypes } from '../engine/mock';
import type { Scenario, ScenarioState } from '../engine/scenario';
import type { Applied } from './apply-parameters';
import type { NewSession, PageState } from './capsules';
import { tabStorage } from './frame';
import { withoutMockParameters } from './url-parameters';

/** Storage may be denied (blocked site data) or full; what it holds then lasts until the reload. */
export function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

function textsIn(storage: () => Storage, keys: readonly string[]): Record<string, string> {
  const stored = keys.map((key) => [key, attempt(() => storage().getItem(key))] as const);
  return Object.fromEntries(stored.filter((text): text is [string, string] => typeof text[1] === 'string'));
}

/** Only the keys of the product: a capsule may hold any others. */
function store(
  storage: () => Storage,
  keys: readonly string[],
  texts: Readonly<Record<string, string>>,
): void {
  for (const key of keys) {
    const text = Object.hasOwn(texts, key) ? texts[key] : undefined;
    attempt(() => (text === undefined ? storage().removeItem(key) : storage().setItem(key, text)));
  }
}

const local = () => localStorage;
const session = () => sessionStorage;

interface PageOptions {
  /** Path of the app with a slash at both ends. */
  readonly base: string;
  readonly storeToken?: ((token: string, email: string) => void) | undefined;
  /** Opens a URL of the app, or loads it again. */
  readonly go: (url: URL) => void;
}

/** What capsules keep of this page; undefined for a product that does not say how its client stores it. */
export function pageState<M extends MockTypes>(
  { name, accounts }: Mock<M>,
  { base, storeToken = accounts.storeToken, go }: PageOptions,
): PageState | undefined {
  const { client } = accounts;
  if (!client) return undefined;
  const { view } = client;
  const reportKey = `${name}-mock-report`;
  const newReportKey = `${reportKey}-new`;

  function opening({ path, ...stored }: PageView) {
    const url = withoutMockParameters(new URL(`${base}${path}`, location.origin));
    if (url.origin !== location.origin || !url.pathname.startsWith(base)) {
      throw new Error('The capsule is of a page that this demo does not have: nothing was changed.');
    }
    return (signedIn: NewSession | null) => {
      if (signedIn) storeToken?.(signedIn.token, signedIn.email);
      else attempt(client?.signOut ?? (() => undefined));
      store(local, view.local, stored.local);
      store(session, view.session, stored.session);
      go(url);
    };
  }

  return {
    token: () => attempt(accounts.storedToken ?? (() => null)) ?? null,
    async view() {
      const { pathname, search } = withoutMockParameters(new URL(location.href));
      const path = pathname.startsWith(base) ? pathname.slice(base.length) : '';
      return {
        path: `${path}${search}`,
        local: {
          ...textsIn(local, view.local),
          ...(await client.storedElsewhere?.().catch(() => undefined)),
        },
        session: textsIn(session, view.session),
      };
    },
    opening,
    report: {
      get: () => attempt(() => sessionStorage.getItem(reportKey)) ?? null,
      isNew() {
        const isNew = attempt(() => sessionStorage.getItem(newReportKey)) === '1';
        attempt(() => sessionStorage.removeItem(newReportKey));
        return isNew;
      },
      set(code) {
        // First, because storage may be too full for the new one.
        store(session, [reportKey, newReportKey], {});
        if (code === null) return;
        attempt(() => {
          sessionStorage.setItem(reportKey, code);
          sessionStorage.setItem(newReportKey, '1');
        });
      },
    },
  };
}

/** Session storage: it survives a reload, and login, which only clears local storage. */
type Place = Pick<globalThis.Storage, 'getItem' | 'setItem'>;

const appliedSchema = z.object({
  ignored: z.array(z.object({ parameter: z.string(), why: z.string() })),
  replaced: z.nullable(z.string()),
});
const appliedKey = (name: string) => `${name}-mock-applied`;

/**
 * Applies the scenario that this tab had before the reload, and stores every later one. Frames of a tab share it.
 *
 * @param name the mock's, which others of the same origin don't have
 */
export function rememberScenario(
  scenario: Scenario,
  name: string,
  place: Place | undefined = attempt(tabStorage),
): void {
  const key = `${name}-mock-scenario`;
  const stored = attempt(() => place?.getItem(key));
  try {
    if (stored) scenario.apply(JSON.parse(stored) as ScenarioState);
  } catch {
    // Stored by another build; none of it applies.
    scenario.clear();
  }
  scenario.onChange(() => attempt(() => place?.setItem(key, JSON.stringify(scenario.state()))));
}

function takeStored<S extends z.ZodMiniType>(key: string, schema: S): z.output<S> | undefined {
  const stored = attempt(() => tabStorage().getItem(key));
  attempt(() => tabStorage().removeItem(key));
  return attempt(() => schema.parse(JSON.parse(stored ?? '')));
}

/** Stores what the URL of a page that is being left has done, for the page that follows. */
export function storeApplied(name: string, applied: Applied): void {
  attempt(() => tabStorage().setItem(appliedKey(name), JSON.stringify(applied)));
}

/** What the page before has stored, once; undefined if another build stored it in another form. */
export const takeApplied = (name: string): Applied | undefined => takeStored(appliedKey(name), appliedSchema);

const linkParametersSchema = z.object({ href: z.url(), readBy: z.array(z.string()) });
/** A URL with parameters of mocks, and the mocks that have read theirs. */
export type LinkParameters = z.output<typeof linkParametersSchema>;
const linkParametersKey = 'mock-link-parameters';

/** Stores the URL for the mocks of the page that follows. */
export function storeLinkParameters(parameters: LinkParameters): void {
  attempt(() => tabStorage().setItem(linkParametersKey, JSON.stringify(parameters)));
}

export const takeLinkParameters = (): LinkParameters | undefined =>
  takeStored(linkParametersKey, linkParametersSchema);
