import { contract } from '@/contract/contract';
import { demoAccounts } from '@/mocks/db/seeds/demo-accounts';
import { makeSeed } from '@/mocks/db/seeds/presets';
import { mostPatients, presetNames } from '@/mocks/db/seeds/seed-choice';
import { createTables, dataVersion, mailKinds } from '@/mocks/db/tables';
import { createMock } from '@/mocks/engine/mock';
import { storeToken } from '@/mocks/hosts/store-token';
import { backend } from './backend';
import { findCaller, openSession } from './session.backend';

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
