import { contract } from '@/contract/contract';
import { createMock } from '@/mocks/engine/mock';
import { demoAccounts } from '@/mocks/kitwell/seeds/demo-accounts';
import { makeSeed } from '@/mocks/kitwell/seeds/presets';
import { mostPatients, presetNames } from '@/mocks/kitwell/seeds/seed-choice';
import { storeToken } from '@/mocks/kitwell/store-token';
import { createTables, dataVersion, mailKinds } from '@/mocks/kitwell/tables';
import { backend } from './rules/backend';
import { findCaller, openSession } from './rules/session.backend';

/** The mock backend of this product. */
export const kitwell = createMock({
  name: 'kitwell',
  contract,
  tables: createTables,
  version: dataVersion,
  mails: mailKinds,
  seeds: { presets: presetNames, size: { name: 'patients', most: mostPatients }, make: makeSeed },
  accounts: {
    demo: demoAccounts,
    find: findCaller,
    async signIn(db, world, email) {
      const account = db.tables.accounts.getBy('email', email);
      return account && openSession(db, world, account);
    },
    storeToken,
    home: 'dashboard',
  },
  rules: backend,
});

/** The types of its hosts and controls. */
export type Kitwell = NonNullable<(typeof kitwell)['types']>;
