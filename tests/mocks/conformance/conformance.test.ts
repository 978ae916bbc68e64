import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { HttpHost } from '@kitwell/mock-engine/hosts/http/http-host';
import { startOnFreePort } from '@tests/mocks/http/support';
import { samples } from '@tests/mocks/samples/samples';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operationNames } from '@/contract';
import { describeConformance } from '@/mocks/conformance/report';
import { type OperationReport, runConformance } from '@/mocks/conformance/run-conformance';
import { withoutRows } from '@/mocks/conformance/samples';
import { createMailReader, requireControl } from '@/mocks/conformance/test-context';
import { run } from '../../../scripts/lib/run';
import { API, answers, answersFields, deviationsIn, examine, on, type Plant, rule } from './planted-api';

let mock: HttpHost;
let folder = '';
const calls = operationNames.length;

beforeAll(async () => {
  mock = await startOnFreePort();
  folder = await mkdtemp(join(tmpdir(), 'conformance-'));
});
afterAll(async () => {
  await mock.close();
  await rm(folder, { recursive: true });
});

it('the mock server conforms in every operation, by a happy path and one that is rejected', async () => {
  const reports = await runConformance({ samples, api: mock.url, run: 'sound' });
  expect(deviationsIn(reports)).toEqual([]);
  expect(reports).toHaveLength(calls);
  for (const { operation, paths } of reports) {
    expect([operation, paths.filter(({ skipped }) => skipped !== null)]).toEqual([operation, []]);
    const good = paths.filter(({ path }) => path.startsWith('ok')).length;
    expect(good, `paths of ${operation} that go well`).toBeGreaterThan(0);
    if (operation === 'GET /clinic/fetch-clinics') continue;
    expect(paths.length - good, `paths of ${operation} that are rejected`).toBeGreaterThan(0);
  }
  expect(describeConformance(reports)).toMatch(
    new RegExp(
      `\n${calls} operations: ${calls} conform, 0 deviate\n(\\d{3}) checks: \\1 passed, 0 failed; 0 skipped\nScore: 100 %$`,
    ),
  );
});

it('names no row in calls that a server has to reject, in case it does not', () => {
  const body = { patientId: 'P-1001', patient_id: 'P-1002', patientIds: ['P-1003'], frequency: '1 Month' };
  expect(withoutRows({ path: { id: 5001 }, body })).toEqual({
    path: { id: 0 },
    body: { patientId: 'none', patient_id: 'none', patientIds: ['none'], frequency: '1 Month' },
  });
  expect(withoutRows(undefined)).toBeUndefined();
});

describe('an API of which only a part can be tried', () => {
  it('gets a report of what was skipped and why, if no mail can be read', async () => {
    const reports = await examine({}, { mail: `${API}/nothing`, control: `${API}/nothing` });
    expect(deviationsIn(reports)).toEqual([]);
    const text = describeConformance(reports);
    expect(text).toContain(
      '    POST /auth/verify-otp, ok, for the clinic: needs the code mailed to the clinic (see --mail)',
    );
    expect(text).toContain('    POST /clinic/add-lab, ok, of the clinic: needs the clinic signed in');
    expect(text).toMatch(
      new RegExp(
        `\n${calls} operations: ${calls} conform, 0 deviate\n.*, 0 failed; [1-9]\\d\\d skipped\nScore: 100 %$`,
      ),
    );
  });

  it.each([
    [404, { message: 'Not found' }],
    [401, { message: 'Unauthorized' }],
    [200, { message: 'Hello from the gateway' }],
  ])('has no chat service if it answers %i to the path of the chat', async (status, body) => {
    const reports = await examine(
      on('sendChatMessage', async (_, next) => ({ ...(await next()), status, body })),
    );
    expect(deviationsIn(reports)).toEqual([]);
    const text = describeConformance(reports);
    expect(text).toContain('– POST /api/chat  0 checks\n');
    expect(text).toContain('    POST /api/chat, ok: needs the chat service (see --chat)\n');
  });

  it('needs no CORS, if the page has the same origin', async () => {
    const text = describeConformance(await examine({}, { origin: API }));
    expect(text).toContain(
      'POST /auth/login, every response can be read by a page of another origin: the page has the same origin (see --origin)',
    );
  });
});

describe('a code that only the mail may contain', () => {
  /** Adds a field to what sending a code answers; the code is the same for all in the mock. */
  const withField = (valueWith: (code: string) => unknown): Plant =>
    rule('sendOtp', async (sound, context) => {
      const answer = await sound(context);
      const code = context.db.tables.otps.get(context.request.body.email)?.code ?? '';
      return { ...(answer as object), field: valueWith(code) };
    });

  it.each<[string, (code: string) => unknown]>([
    ['a part of a phone number', (code) => `206-555-${code}`],
    ['an id', (code) => [{ id: `8d1f-${code}-ab` }]],
    ['a larger number', (code) => Number(`${code}7`)],
  ])('may be part of %s by chance', async (_, valueWith) => {
    expect(deviationsIn(await examine(withField(valueWith)))).toEqual([]);
  });

  it.each<[string, (code: string) => unknown]>([
    ['a sentence', (code) => `Your code is ${code}.`],
    ['a list', (code) => [{ otp: Number(code) }]],
  ])('may not be in %s', async (_, valueWith) => {
    const leaks = deviationsIn(await examine(withField(valueWith)));
    expect(leaks.filter((line) => line.endsWith('contains what only the mail may'))).toHaveLength(4);
  });
});

it('a password in a response is found also where the case could not be judged', async () => {
  const reports = await examine({
    async wire({ name }, next) {
      const answer = await next();
      if (answer.status !== 200) return answer;
      // Without a kit there is nothing to compare the profile with.
      if (name === 'fetchProducts') return { ...answer, body: [] };
      if (name !== 'fetchPatientProfile') return answer;
      return { ...answer, body: { ...(answer.body as object), password: 'x' } };
    },
  });
  expect(deviationsIn(reports)).toContain(
    'POST /patient/add-patients, shipping, frequency and kit are stored, by GET /patient/fetch-patient-profile: password: no response may contain it',
  );
});

it('what the specification leaves open is listed with the reason and does not count, as are fields that it does not name', async () => {
  const reports = await examine(answersFields('fetchPatients', (row) => ({ ...row, created_at: '2026' })));
  expect(deviationsIn(reports)).toEqual([]);
  const text = describeConformance(reports);
  expect(text).toContain(
    '    POST /clinic/request-clinic, what becomes of a request: no call of §7 reads it back\n',
  );
  expect(text).toContain(
    'GET /patient/fetch-patients, [].created_at: §3 names the fields that are read, and forbids no others',
  );
});

describe('the formats', () => {
  const broken = answers('logout', 200, () => ({ status: 418 }));

  it('are JSON with score, checks and what was not judged', async () => {
    const report = JSON.parse(describeConformance(await examine(broken), 'json'));
    expect(report.score).toBeLessThan(100);
    expect(report.score).toBeGreaterThan(95);
    expect(report).toMatchObject({
      checks: { skipped: 0, failed: expect.any(Number) },
      operations: { conform: calls - 1, deviate: 1 },
      notJudged: expect.arrayContaining([
        {
          operation: 'GET /clinic/fetch-clinics',
          what: 'the order of the list',
          why: 'the specification names none',
        },
      ]),
      results: expect.arrayContaining([
        {
          operation: 'POST /auth/logout',
          conforms: false,
          checks: expect.arrayContaining([
            { name: 'ok', result: 'failed', deviations: ['status 418, 200 expected'] },
          ]),
        },
      ]),
    });
  });

  it('are JUnit XML with a test per check; what is not judged is skipped', async () => {
    const reports = await examine(broken);
    const xml = describeConformance(reports, 'junit');
    const count = (pattern: RegExp) => xml.match(pattern)?.length ?? 0;
    expect(count(/<testsuite /g)).toBe(calls);
    expect(count(/<testcase /g)).toBe(reports.flatMap(({ paths, open }) => [...paths, ...open]).length);
    expect(count(/<failure /g)).toBe(2);
    expect(xml).toContain(
      '<testcase classname="POST /auth/logout" name="ok"><failure message="status 418, 200 expected">status 418, 200 expected</failure></testcase>',
    );
    expect(xml).toMatch(
      /<testsuite name="POST \/auth\/logout" tests="\d+" failures="2" errors="0" skipped="1">/,
    );
  });

  it('escape what a server answers', () => {
    const operation = 'POST /auth/login';
    const report: OperationReport = {
      operation,
      paths: [{ operation, path: 'ok', deviations: ['message: "<&>\u0000"'], skipped: null }],
      open: [],
    };
    expect(describeConformance([report], 'junit')).toContain('message: &quot;&lt;&amp;&gt;\u{FFFD}&quot;');
  });
});

describe('npm run conformance', () => {
  const command = (...args: string[]) => run('tsx', ['scripts/conformance.ts', ...args]);

  it('succeeds for the mock server, and writes the report', async () => {
    const output = join(folder, 'reports/conformance.xml');
    const sound = await command('--api', mock.url, '--format', 'junit', '--output', output);
    expect([sound.ok, sound.output]).toEqual([true, expect.stringMatching(/; 0 skipped\nScore: 100 %\n$/)]);
    expect(await readFile(output, 'utf8')).toMatch(/^<\?xml .*<\/testsuites>\n$/s);
  });

  it('fails for an API that deviates', async () => {
    const set = (path: string, body: object) =>
      fetch(`${mock.url}/__mock/${path}`, { method: 'POST', body: JSON.stringify(body) });
    const operation = 'POST /shopify/create-customer';
    await set('set', { operation, branch: '500' });
    const deviating = await command('--api', mock.url, '--format', 'json');
    await set('clear', { operation });
    expect(deviating.ok).toBe(false);
    expect(JSON.parse(deviating.output)).toMatchObject({ operations: { deviate: 1 } });
  });

  it('fails with one line for an API that does not answer', async () => {
    const { ok, output } = await command('--api', 'http://127.0.0.1:1');
    expect([ok, output]).toEqual([
      false,
      expect.stringMatching(/^http:\/\/127\.0\.0\.1:1 does not answer: .*\n$/),
    ]);
  });
});

it('a mailbox or a control that was named and cannot be used is reported before anything is tried', async () => {
  const url = `${mock.url}/__mock/operations`;
  const limits = { patience: 1000, mailTakes: 0, fetch };
  await expect(createMailReader({ url, ...limits }).requireReadable()).rejects.toThrow(
    `The mails at ${url} cannot be read: its response is no list of mails.`,
  );
  await expect(requireControl(url, limits)).rejects.toThrow(
    `The control at ${url} cannot be used: its response is no list of checkouts.`,
  );
});
