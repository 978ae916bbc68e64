import { readFile, rm } from 'node:fs/promises';
import { screen, within } from '@testing-library/react';
import { loadPage } from '@tests/support/app';
import { startMockServer } from '@tests/support/mock-server';
import fc from 'fast-check';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { PageDriver, type Step, sentenceOf } from './page-driver';
import { expectAlways } from './story';
import { makeTwoClinics } from './two-clinics';

const capsule = '.cache/properties/planted-no-profile-is-ever-updated.json';

const server = startMockServer();
let data: object;
beforeAll(async () => {
  data = await makeTwoClinics(server);
});
afterEach(() => rm(capsule, { force: true }));

const logIn: Step = { does: 'log in', as: 'clinic 2', tab: 'this', wait: true };
const needless: Step[] = [
  { does: 'open', entry: 'Kits Information', wait: true },
  { does: 'reload', wait: true },
];
const change: Step = { does: 'task', task: 'change the clinic’s profile', wait: true };

it('a property that fails is reduced to a capsule, which opens where it failed and lists what was done', async () => {
  let driver: PageDriver | undefined;
  const failing = expectAlways(server, {
    name: 'Planted: no profile is ever updated',
    runs: 5,
    steps: fc.subarray(needless).map((steps) => [logIn, ...steps, change]),
    sentence: sentenceOf,
    async begin() {
      await server.db.import(data);
    },
    async run(steps) {
      driver = new PageDriver(server);
      await driver.begin();
      for (const step of steps) await driver.take(step);
      expect(document.body).not.toHaveTextContent('Profile updated successfully');
    },
    end() {
      driver?.leave();
      driver = undefined;
    },
  });
  await expect(failing).rejects.toThrow(capsule);
  await expect(failing).rejects.toThrow(
    '  1. Logs in as clinic 2.\n  2. Task: change the clinic’s profile.\n',
  );

  await server.reset({ preset: 'demo', seed: 9 });
  const file = await readFile(capsule, 'utf8');
  const { account, bug } = await server.capsules.read(file);
  expect(account).toBe('second@kitwell.test');
  expect(bug?.note).toContain('Planted: no profile is ever updated');
  expect(bug?.note).toContain('1. Logs in as clinic 2.\n2. Task: change the clinic’s profile.');
  expect(bug?.requests.map(({ operation }) => operation)).toContain('POST /clinic/update-clinic-profile');

  await server.restore(file);
  const page = loadPage();
  expect(await screen.findByRole('heading', { name: 'Clinic Profile' })).toBeVisible();
  const profile = within(await screen.findByRole('tabpanel', { name: 'Profile' }));
  expect(await profile.findByLabelText('City')).toHaveValue('Vyrulville 1');
  page.unload();
});
