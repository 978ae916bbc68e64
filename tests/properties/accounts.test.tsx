// @vitest-environment jsdom
import '@tests/support/setup';
import { startMockServer } from '@tests/support/mock-server';
import fc from 'fast-check';
import { beforeAll, it } from 'vitest';
import { operationsFaultable, PageDriver, patientTasks, providerTasks, type Step } from './page-driver';
import { expectAlways } from './story';
import { everyone, makeTwoClinics } from './two-clinics';

const server = startMockServer();
let data: object;
beforeAll(async () => {
  data = await makeTwoClinics(server);
});

const wait = fc.oneof(
  { weight: 3, arbitrary: fc.constant(true) },
  { weight: 1, arbitrary: fc.constant(false) },
);
const as = fc.constantFrom(...everyone);
const tab = fc.constantFrom('this', 'this', 'other');

const entries = [
  'Add Patients',
  'Update Patients',
  'Booking / Order Kits',
  'Booked Appointments',
  'Clinic profile',
  'Sample Testing Lab',
  'Kits Information',
  'Profile & Kit Setup',
];

const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ does: fc.constant('log in'), as, tab, wait }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('log in without logging out'), as, wait }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('log out'), tab, wait }) },
  {
    weight: 10,
    arbitrary: fc.record({
      does: fc.constant('task'),
      task: fc.constantFrom(...providerTasks, ...patientTasks),
      wait,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ does: fc.constant('open'), entry: fc.constantFrom(...entries), wait }),
  },
  { weight: 5, arbitrary: fc.record({ does: fc.constant('press'), nth: fc.nat(60), wait }) },
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constantFrom('reload', 'session ends', 'answers arrive', 'change elsewhere'),
      wait,
    }),
  },
  {
    weight: 4,
    arbitrary: fc
      .constantFrom(...operationsFaultable(server))
      .map((fault) => ({ does: 'fault', ...fault, wait: true })),
  },
  {
    weight: 1,
    arbitrary: fc.record({ does: fc.constant('slow'), where: fc.constantFrom('there', 'back'), wait }),
  },
) as fc.Arbitrary<Step>;

it('after any sequence of logins and tasks, a screen has the data of its account only, as the server has it, and the user can go on', async () => {
  let driver: PageDriver | undefined;
  await expectAlways({
    runs: 4,
    seed: 20261123,
    steps: fc
      .tuple(as, fc.array(step, { minLength: 2, maxLength: 14, size: 'max' }))
      .map(([first, steps]): Step[] => [{ does: 'log in', as: first, tab: 'this', wait: true }, ...steps]),
    async begin() {
      server.clear();
      server.log.clear();
      await server.db.import(data);
    },
    async run(steps) {
      driver = new PageDriver(server);
      await driver.begin();
      for (const one of steps) await driver.take(one);
      driver.release();
      server.clear();
      await driver.settle();
      await driver.expectUsable();
      if (driver.who !== 'clinic 1') {
        await driver.loadAgain();
        await driver.expectServersData();
      }
      await driver.expectToGoOn();
      await driver.expectServersData();
      driver.expectOwnDataOnly();
      await driver.loadAgain();
      await driver.expectServersData();
      driver.expectOwnDataOnly();
      await driver.expectUsable();
    },
    end() {
      driver?.leave();
      driver = undefined;
    },
  });
}, 600_000);
