import { contract } from '@/contract/contract';
import type { StorageKey } from '@/contract/storage-keys';
import { createMock } from '@/mocks/engine/mock';
import { demoAccounts } from '@/mocks/kitwell/seeds/demo-accounts';
import {
  mostPatients,
  presetNames,
  type SeedChoice,
  type SeedContext,
} from '@/mocks/kitwell/seeds/seed-choice';
import { createTables, dataVersion, type MockSeed, mailKinds } from '@/mocks/kitwell/tables';
import { backend } from './rules/backend';
import { findCaller, openSession } from './rules/session.backend';

/** Generates the data of a preset. Loads the generator, and faker with it, on demand. */
async function make(choice: SeedChoice, context: SeedContext): Promise<MockSeed> {
  const { generateSeed } = await import('./seeds/generate');
  return generateSeed(choice, context);
}

/** Stores a token and its email as the product does on login: everything stored before is cleared (SPEC §4). */
function storeToken(token: string, email: string): void {
  // The token is never removed in between: another tab would take that for a logout.
  for (const key of Object.keys(localStorage)) if (key !== 'token') localStorage.removeItem(key);
  localStorage.setItem('account', email);
  localStorage.setItem('token', token);
}

/** What is open on the dashboard, the rows that are not saved yet, and how far a sign-up is (it stores no password). */
const view = {
  local: [
    'activeOption',
    'activePatientTab',
    'activeClinicTab',
    'patientListSorts',
    'firstSteps',
    'patientGridRemoved',
    'patientGrid',
    'patientGridSent',
  ],
  session: ['providerSignUp', 'patientSignUp'],
} as const satisfies Record<string, readonly StorageKey[]>;

/** The mock backend of this product. */
export const kitwell = createMock({
  name: 'kitwell',
  contract,
  tables: createTables,
  version: dataVersion,
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
    home: 'dashboard',
    sessions: 'sessions',
    client: { token: () => localStorage.getItem('token'), signOut: () => localStorage.clear(), view },
  },
  rules: backend,
});

/** The types of its hosts and controls. */
export type Kitwell = NonNullable<(typeof kitwell)['types']>;
