import { createMock } from '@kitwell/mock-engine/engine/mock';
import { days, minutes } from '@kitwell/mock-engine/world/world';
import { createStore, get } from 'idb-keyval';
import { idleLimits } from '@/contract/constants';
import { contract } from '@/contract/contract';
import type { StorageKey } from '@/domain/storage-keys';
import { demoAccounts, magicCode, magicCodeDomain } from '@/mocks/kitwell/seeds/demo-accounts';
import {
  mostPatients,
  presetNames,
  type SeedChoice,
  type SeedContext,
} from '@/mocks/kitwell/seeds/seed-choice';
import { seedContent } from '@/mocks/kitwell/seeds/seed-content';
import { createTables, dataVersion, type MockSeed, mailKinds } from '@/mocks/kitwell/tables';
import { backend } from './rules/backend';
import { findCaller, openSession } from './rules/session.backend';

/** Generates the data of a preset. Loads the generator, and faker with it, on demand. */
async function make(choice: SeedChoice, context: SeedContext): Promise<MockSeed> {
  const { generateSeed } = await import('./seeds/generate');
  return generateSeed(choice, context);
}

/** Stores a token and its email as the product does on login: everything stored before is cleared (§4). */
function storeToken(token: string, email: string): void {
  // The token is never removed in between: another tab would take that for a logout.
  for (const key of Object.keys(localStorage)) if (key !== 'token') localStorage.removeItem(key);
  sessionStorage.removeItem('formDrafts' satisfies StorageKey);
  localStorage.setItem('account', email);
  localStorage.setItem('token', token);
}

/** What is open on the dashboard, the rows that are not saved yet, and how far a sign-up is (no password is stored). */
const view = {
  local: [
    'activeOption',
    'activePatientTab',
    'activeClinicTab',
    'patientListSorts',
    'firstSteps',
    'patientGrid',
  ],
  session: ['providerSignUp', 'patientSignUp', 'clinicRequest'],
} as const satisfies Record<string, readonly StorageKey[]>;

/** The rows that are not saved yet, as the product takes them over from local storage. */
async function unsavedRows(): Promise<Record<string, string>> {
  if (localStorage.getItem('unsavedRows' satisfies StorageKey) === null) return {};
  const rows = createStore('kitwell-grid', 'rows');
  const value: unknown = await get(localStorage.getItem('account' satisfies StorageKey) ?? '', rows);
  return value === undefined ? {} : { patientGrid: JSON.stringify({ version: 3, value }) };
}

/** The token of §3; null also where the browser denies storage. */
function storedToken(): string | null {
  try {
    return localStorage.getItem('token');
  } catch {
    return null;
  }
}

/** The mock backend of this product. */
export const kitwell = createMock({
  name: 'kitwell',
  contract,
  tables: createTables,
  version: dataVersion,
  content: seedContent,
  mails: mailKinds,
  seeds: { presets: presetNames, size: { name: 'patients', most: mostPatients }, make },
  accounts: {
    demo: demoAccounts,
    find: findCaller,
    async signIn(db, world, email) {
      const account = db.tables.accounts.getBy('email', email);
      return account && openSession(db, world, account);
    },
    storeToken,
    storedToken,
    home: 'dashboard',
    sessions: 'sessions',
    client: { signOut: () => localStorage.clear(), view, storedElsewhere: unsavedRows },
  },
  rules: backend,
  panel: {
    presets: {
      demo: 'a clinic with card, lab and 24 patients',
      empty: 'only the accounts',
      'new-clinic': 'a few patients, no card, no lab',
      large: '10,000 patients',
    },
    clockSteps: [
      { label: '10 minutes', by: minutes(10), effect: 'codes expire' },
      { label: '1 hour', by: minutes(60), effect: 'reset links expire' },
      { label: '1 day', by: days(1), effect: 'kits ship' },
      { label: '3 days', by: days(3), effect: 'kits move on' },
      { label: '7 days', by: days(7), effect: 'confirmation links expire' },
    ],
    inactivity: {
      after: idleLimits.warnAfter,
      effect:
        'Signed-in users are asked whether they are still there. After a minute, or a second press, they are signed out.',
    },
    hints: [`The code ${magicCode} is always accepted for addresses at ${magicCodeDomain}.`],
    firstTable: 'patients',
    firstFields: {
      patients: ['patient_name', 'patient_email', 'authorized'],
      accounts: ['email', 'role'],
      clinics: ['clinic_name', 'clinic_email'],
    },
    pages: [{ path: '__mock/split', label: 'Split screen', about: 'both, with the mailbox between' }],
    secretKeys: ['sessions', 'resets', 'confirmations'],
    references: {
      account_id: 'accounts',
      clinic_id: 'clinics',
      order_id: 'orders',
      patient_id: 'patients',
      'cards.session_id': 'checkouts',
    },
  },
});

/** The types of its hosts and controls. */
type Types = NonNullable<(typeof kitwell)['types']>;
/** Tests and the control room walk through all operations and branches, whose names only `operations()` has. */
export type Kitwell = Omit<Types, 'operation' | 'branch'> & { operation: string; branch: string };

export type TableName = keyof Kitwell['tables'];
