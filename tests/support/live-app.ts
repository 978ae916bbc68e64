import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { type MockProcess, startMockProcess } from '@tests/mocks/http/mock-process';
import { demoPatient, demoProvider } from '@/mocks/kitwell/seeds/demo-accounts';
import { type ServedBuild, serveBuild } from '../../scripts/build/serve-build';
import { ROOT, run } from '../../scripts/lib/run';
import { pastePatient } from './at-the-keyboard';
import { test as base, expect } from './e2e';
import { tokenOf } from './kept';
import { fillIn } from './main-job';
import { type ApiProxy, startProxy } from './proxy';

/** The API host of this build. The browser's flags resolve it to the worker's own proxy. */
const API_HOST = 'api.kitwell.test';
const API_URL = `http://${API_HOST}`;
const BUILD = '.cache/dist-api';
const STAMP = `${BUILD}.stamp`;
const LOCK = `${BUILD}.lock`;

/** One retry is enough to show that reads are retried. */
const environment = { VITE_API_URL: API_URL, VITE_CHAT_URL: API_URL, VITE_READ_RETRIES: '1' };

/** A hash of everything that the build depends on. */
function sourcesStamp(): string {
  const hash = createHash('sha256').update(JSON.stringify(environment));
  const add = (path: string) => {
    const found = statSync(path);
    if (found.isDirectory()) for (const name of readdirSync(path).sort()) add(join(path, name));
    else hash.update(`${path} ${found.size} ${found.mtimeMs}\n`);
  };
  for (const path of ['src', 'public', 'scripts', 'index.html', 'vite.config.ts', 'package-lock.json'])
    add(join(ROOT, path));
  return hash.digest('hex');
}

const readText = (path: string): string | null => {
  try {
    return readFileSync(join(ROOT, path), 'utf8');
  } catch {
    return null;
  }
};

/** Whether the process that holds the lock has ended. */
function isLockStale(): boolean {
  try {
    process.kill(Number(readText(LOCK)), 0);
    return false;
  } catch {
    return true;
  }
}

function takeLock(): boolean {
  try {
    writeFileSync(join(ROOT, LOCK), String(process.pid), { flag: 'wx' });
    return true;
  } catch {
    if (isLockStale()) rmSync(join(ROOT, LOCK), { force: true });
    return false;
  }
}

/** The production build for that API: built once for all workers, and again only if its sources have changed. */
async function buildOnce(): Promise<void> {
  mkdirSync(join(ROOT, '.cache'), { recursive: true });
  const stamp = sourcesStamp();
  const isBuilt = () => readText(STAMP) === stamp;
  await expect.poll(() => isBuilt() || takeLock(), { timeout: 240_000 }).toBe(true);
  if (readText(LOCK) !== String(process.pid)) return;
  try {
    if (isBuilt()) return;
    const built = await run('tsx', ['scripts/build.ts', '--out', BUILD], { env: environment });
    expect(built.output).toContain('production build');
    writeFileSync(join(ROOT, STAMP), stamp);
  } finally {
    rmSync(join(ROOT, LOCK), { force: true });
  }
}

/** A row of one of the mock backend's tables. */
type Row = Readonly<Record<string, unknown>>;

/** The backend of the production app: its data, and the proxy before it. */
export interface Live {
  readonly proxy: ApiProxy;
  /** The rows of a table with these values. */
  rows(table: string, where?: Row): Promise<Row[]>;
  insert(table: string, row: Row): Promise<void>;
  remove(table: string, key: string): Promise<void>;
  /** The code of the newest mail to an address. */
  codeFor(email: string): Promise<string>;
}

interface Stage {
  readonly mock: MockProcess;
  readonly proxy: ApiProxy;
  readonly app: ServedBuild;
}

async function control(mock: MockProcess, method: string, path: string, body?: unknown): Promise<unknown> {
  const response = await fetch(`${mock.url}/__mock/${path}`, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer: unknown = await response.json();
  expect(response.ok, `${method} /__mock/${path}: ${JSON.stringify(answer)}`).toBe(true);
  return answer;
}

const liveOf = ({ mock, proxy }: Stage): Live => ({
  proxy,
  async rows(table, where = {}) {
    const rows = (await control(mock, 'GET', `db/${table}`)) as Row[];
    return rows.filter((row) => Object.entries(where).every(([field, value]) => row[field] === value));
  },
  async insert(table, row) {
    await control(mock, 'POST', `db/${table}`, row);
  },
  async remove(table, key) {
    await control(mock, 'DELETE', `db/${table}/${key}`);
  },
  async codeFor(email) {
    const mails = (await control(mock, 'GET', `mail?to=${encodeURIComponent(email)}`)) as Row[];
    return String(mails.find(({ kind }) => kind === 'otp')?.code);
  },
});

/**
 * Playwright's test on the production build. Its API is the mock backend as an HTTP server on another origin, behind a
 * proxy that loses, delays and replaces responses. One build for all, one server per worker, new data for each test.
 */
export const test = base.extend<{ live: Live }, { stage: Stage }>({
  stage: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's dependencies from this parameter.
    async ({}, use) => {
      await buildOnce();
      const mock = await startMockProcess();
      const proxy = await startProxy(mock.url);
      const app = await serveBuild({ dir: BUILD, compressed: false });
      await use({ mock, proxy, app });
      await Promise.all([app.close(), proxy.close(), mock.stop()]);
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  launchOptions: [
    async ({ launchOptions, stage }, use) => {
      const rule = `MAP ${API_HOST} ${new URL(stage.proxy.url).host}`;
      await use({ ...launchOptions, args: [...(launchOptions.args ?? []), `--host-resolver-rules=${rule}`] });
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ stage }, use) => {
    await use(stage.app.url);
  },
  live: [
    async ({ stage, noise }, use, { testId }) => {
      stage.proxy.reset();
      // Another seed creates other tokens, so that a late call of the last test does not belong to this one.
      const seed = Number.parseInt(createHash('sha256').update(testId).digest('hex').slice(0, 6), 16);
      await control(stage.mock, 'POST', 'reset', { preset: 'demo', seed });
      // The API is the only other host that this build may contact, and these tests cause its failures.
      noise.allow(
        new RegExp(`^foreign host contacted: [A-Z]+ ${API_URL}/`),
        /Failed to load resource: .*status of \d/,
      );
      noise.allowNetworkFailure();
      await use(liveOf(stage));
      stage.proxy.reset();
    },
    { auto: true },
  ],
});

export { expect };

/** An account that can log in. */
export interface Account {
  readonly email: string;
  readonly password: string;
  /** The name in the greeting. */
  readonly name: string;
}

export const firstClinic: Account = demoProvider;
export const patientAccount: Account = demoPatient;

/** A patient of the demo clinic only. */
export const patientOfFirst = 'Robin Ellis';
export const patientOfSecond = 'Marta Quist';
const secondClinicId = 'C002';

/** Enables the login of a second demo clinic, and gives it a patient. */
export async function openSecondClinic(live: Live): Promise<Account> {
  const account = { email: 'desk@meridian.example.com', password: 'Meridian1!' };
  const [clinic] = await live.rows('clinics', { clinic_id: secondClinicId });
  const [known] = await live.rows('patients', { patient_name: patientOfFirst });
  const accounts = await live.rows('accounts');
  await live.insert('accounts', {
    ...accounts[0],
    ...account,
    id: 'account-second',
    clinic_id: secondClinicId,
  });
  await live.insert('patients', {
    ...known,
    patient_id: 'P-9001',
    id: 9901,
    clinic_id: secondClinicId,
    account_id: null,
    patient_name: patientOfSecond,
    patient_email: 'marta.quist@example.org',
  });
  return { ...account, name: String(clinic?.clinic_name) };
}

/** Names a tab in the proxy's log. */
export const nameTab = (page: Page, name: string) => page.setExtraHTTPHeaders({ 'x-tab': name });

/** Fills in the login form of the open page: opening it again would lose the tab's memory. */
export async function logInHere(page: Page, { email, password, name }: Account): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Log In' })).toBeVisible();
  await fillIn(page, [
    ['Email', email],
    ['Password', password],
  ]);
  await page.getByRole('button', { name: 'Log In', exact: true }).click();
  await expect(page.getByText(`Hey, ${name}`)).toBeVisible();
}

/** Opens the login page and logs in; returns the token. */
export async function logIn(page: Page, account: Account): Promise<string> {
  await page.goto('login');
  await logInHere(page, account);
  return (await tokenOf(page)) ?? '';
}

/** A complete row for the Add Patients grid; the patient does not exist yet. */
export const draft = {
  name: 'Zelda Quillfeather',
  email: 'zelda.quillfeather@example.org',
  cells: [
    'Zelda Quillfeather',
    'zelda.quillfeather@example.org',
    '+1 206 555 0177',
    '41',
    '9 Quill Lane',
    'Seattle',
    '98101',
    'WA',
    'United States',
  ],
} as const;

/** Types the row and waits until the browser has stored it. */
export async function typeDraft(page: Page): Promise<void> {
  await pastePatient(page, draft.cells);
  await expect.poll(() => page.evaluate(() => JSON.stringify({ ...localStorage }))).toContain(draft.name);
}

/** The patients stored from that row, in any clinic. */
export const storedDrafts = (live: Live) => live.rows('patients', { patient_email: draft.email });
