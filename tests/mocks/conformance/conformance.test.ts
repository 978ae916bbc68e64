import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runScript } from '@tests/mocks/http/mock-process';
import { startOnFreePort } from '@tests/mocks/http/support';
import { readDocument } from '@tests/mocks/support/openapi';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { declarationOf, operationNames } from '@/contract';
import { conforms, describeConformance } from '@/mocks/conformance/report';
import type { OperationReport } from '@/mocks/conformance/run-conformance';
import type { HttpHost } from '@/mocks/hosts/http/http-host';
import { openApiDocument } from '@/mocks/openapi/openapi-document';
import { run } from '../../../scripts/lib/run';
import { type Answer, API, deviationsIn, examine, type Plant, rule } from './planted-api';
import { answers, answersFields, leavesOut, on } from './planted-bugs';

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

describe('the OpenAPI document', () => {
  const document = readDocument(openApiDocument({ apiUrl: 'http://127.0.0.1', chatUrl: 'http://127.0.0.1' }));

  /** Runs all cases, and lists what the document does not say about their answers. */
  async function undocumentedAnswers(change: (call: string, answer: Answer) => Answer) {
    const found = new Set<string>();
    const seen = new Set<string>();
    await examine({
      wire: async ({ name }, next) => {
        if (name === undefined) return next();
        const call = declarationOf(name).operation;
        const answer = change(call, await next());
        const operation = document.operations.get(call);
        if (operation === undefined) throw new Error(`${call} is not in the document`);
        seen.add(`${operation.operationId} ${answer.status}`);
        for (const error of document.undocumentedIn(operation, answer.status, answer.body))
          found.add(`${call}: ${error}`);
        return answer;
      },
    });
    return { found: [...found].sort(), seen };
  }

  it('describes each answer of all operations, and of their rejections', async () => {
    const { found, seen } = await undocumentedAnswers((_, answer) => answer);
    expect(found).toEqual([]);
    for (const [call, { operationId, responses }] of document.operations) {
      const good = Object.keys(responses).find((status) => status.startsWith('2'));
      expect([...seen], call).toContain(`${operationId} ${good}`);
    }
    expect(seen.size).toBeGreaterThan(2 * calls);
  });

  it('does not describe another status, or a body without a field', async () => {
    const { found } = await undocumentedAnswers((call, answer) => {
      if (answer.status !== 200) return answer;
      if (call === 'POST /clinic/add-lab') return { ...answer, status: 202 };
      if (call !== 'GET /clinic/fetch-clinic-profile') return answer;
      const { clinic_email: _, ...rest } = answer.body as Record<string, unknown>;
      return { ...answer, body: rest };
    });
    expect(found).toEqual([
      "GET /clinic/fetch-clinic-profile:  must have required property 'clinic_email'",
      'POST /clinic/add-lab: status 202 is not declared',
    ]);
  });
});

describe('the report names what deviates', () => {
  it.each<[name: string, plant: Plant, found: string[]]>([
    [
      'a wrong status',
      answers('login', 400, () => ({ status: 401 })),
      [
        'POST /auth/login, with a wrong password: status 401, 400 expected',
        'POST /auth/reset-password/{token}, the old password is no longer valid, by POST /auth/login: status 401, 400 expected',
      ],
    ],
    [
      'a field that is missing, though the client would forgive it',
      leavesOut('fetchPatients', 'patient_phone'),
      ['GET /patient/fetch-patients, ok: [0].patient_phone is missing'],
    ],
    [
      'a field of another type',
      answersFields('checkPaymentDetails', () => ({ hasPaymentDetails: 'no' })),
      [
        'GET /payment/check-payment-details, ok, without a card, of the clinic: hasPaymentDetails: Invalid input',
      ],
    ],
    [
      'a message that names no field',
      answers('patientSignup', 400, () => ({ body: { message: 'Validation failed' } })),
      ['POST /auth/patient-signup, with a wrong phone: message: "Validation failed" does not mention phone'],
    ],
    [
      'no message',
      answers('sendInvitation', 400, () => ({ body: {} })),
      ['POST /booking/send-invitation, without meetLink: message: none, a text expected'],
    ],
    [
      'a value that was not stored',
      answersFields('fetchClinicProfile', (body) => ({ ...body, patient_count: '1-50' })),
      [
        'POST /clinic/update-clinic-profile, stored, by GET /clinic/fetch-clinic-profile: patient_count: "1-50", "1-100" expected',
      ],
    ],
  ])('%s', async (_, plant, found) => {
    const reports = await examine(plant);
    const deviations = deviationsIn(reports);
    expect(deviations).toEqual(expect.arrayContaining(found));
    expect(conforms(reports)).toBe(false);
    const text = describeConformance(reports);
    const wrong = new Set(deviations.map((line) => line.slice(0, line.indexOf(','))));
    for (const operation of wrong) expect(text).toContain(`✗ ${operation}  `);
    expect(text).toContain(`${calls - wrong.size} conform, ${wrong.size} deviate`);
    expect(text).toMatch(/\nScore: \d{2}(\.\d)? %$/);
  });
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

  it('gets a report of the skipped chat service, if that has another URL', async () => {
    const reports = await examine(
      on('sendChatMessage', async (_, next) => ({
        ...(await next()),
        status: 404,
        body: { message: 'Not found' },
      })),
    );
    expect(deviationsIn(reports)).toEqual([]);
    const text = describeConformance(reports);
    expect(text).toContain('– POST /api/chat  0 checks\n');
    expect(text).toContain('    POST /api/chat, ok: needs the chat service (see --chat)\n');
  });

  it.each([
    [400, { message: 'Bad request' }],
    [401, { message: 'Unauthorized' }],
    [403, { message: 'Forbidden' }],
    [500, { message: 'Internal server error' }],
    [200, { message: 'Hello from the gateway' }],
  ])(
    'has no chat service if its gateway answers %i to every path that it does not know',
    async (status, body) => {
      const reports = await examine(
        on('sendChatMessage', async (_, next) => ({ ...(await next()), status, body })),
      );
      expect(deviationsIn(reports)).toEqual([]);
      expect(describeConformance(reports)).toContain(
        'POST /api/chat, ok: needs the chat service (see --chat)\n',
      );
    },
  );

  it('needs no CORS, if the page has the same origin', async () => {
    const text = describeConformance(await examine({}, { origin: API }));
    expect(text).toContain(
      'POST /auth/login, every response can be read by a page of another origin: the page has the same origin (see --origin)',
    );
  });
});

describe('a code or a link that only the mail may contain', () => {
  /** Adds a field to what sending a code answers; the code is the same for all in the mock. */
  const withField = (held: (code: string) => unknown): Plant =>
    rule('sendOtp', async (sound, context) => {
      const answer = await sound(context);
      const code = context.db.tables.otps.get(context.request.body.email)?.code ?? '';
      return { ...(answer as object), held: held(code) };
    });
  const leak = 'the body of a response contains what only the mail may';

  it.each<[string, (code: string) => unknown]>([
    ['a phone number', (code) => `+1206${code}9`],
    ['a part of a phone number', (code) => `206-555-${code}`],
    ['a time', (code) => `2026-01-02T09:00:00.${code}Z`],
    ['an id', (code) => [{ id: `8d1f-${code}-ab` }]],
    ['a larger number', (code) => Number(`${code}7`)],
  ])('may be part of %s by chance', async (_, held) => {
    expect(deviationsIn(await examine(withField(held)))).toEqual([]);
  });

  it.each<[string, (code: string) => unknown]>([
    ['a sentence', (code) => `Your code is ${code}.`],
    ['a list', (code) => [{ otp: code }]],
    ['a number', (code) => Number(code)],
    ['a link', (code) => `https://app.example.test/verify?code=${code}&x=1`],
  ])('may not be %s', async (_, held) => {
    expect(deviationsIn(await examine(withField(held))).filter((line) => line.endsWith(leak))).toHaveLength(
      4,
    );
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
  const path = 'shipping, frequency and kit are stored, by GET /patient/fetch-patient-profile';
  const added = reports.find(({ operation }) => operation === 'POST /patient/add-patients');
  expect(added?.paths.find((result) => result.path === path)).toMatchObject({
    deviations: ['password: no response may contain it'],
    skipped: null,
  });
});

describe('what SPEC leaves open', () => {
  it('is listed with the reason, and does not count', async () => {
    const text = describeConformance(await examine({}));
    expect(text).toContain(
      '    POST /clinic/request-clinic, what becomes of a request: no call of SPEC §7 reads it back\n',
    );
  });

  it('includes fields of a response that SPEC does not name', async () => {
    const reports = await examine(answersFields('fetchPatients', (row) => ({ ...row, created_at: '2026' })));
    expect(deviationsIn(reports)).toEqual([]);
    expect(describeConformance(reports)).toContain(
      'GET /patient/fetch-patients, [].created_at: SPEC §3 names the fields that are read, and forbids no others',
    );
  });
});

describe('the formats', () => {
  const broken = answers('logout', 200, () => ({ status: 418 }));

  it('are JSON with score, checks and what was not judged', async () => {
    const report = JSON.parse(describeConformance(await examine(broken), 'json'));
    expect(report.score).toBeLessThan(100);
    expect(report.score).toBeGreaterThan(95);
    expect(report.checks).toMatchObject({ skipped: 0, failed: expect.any(Number) });
    expect(report.operations).toEqual({ conform: calls - 1, deviate: 1 });
    expect(report.notJudged).toContainEqual({
      operation: 'GET /clinic/fetch-clinics',
      what: 'the order of the list',
      why: 'SPEC names none',
    });
    const logout = report.results.find(
      (result: { operation: string }) => result.operation === 'POST /auth/logout',
    );
    expect(logout.conforms).toBe(false);
    expect(logout.checks).toContainEqual({
      name: 'ok',
      result: 'failed',
      deviations: ['status 418, 200 expected'],
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
    const report: OperationReport = {
      operation: 'POST /auth/login',
      paths: [
        { operation: 'POST /auth/login', path: 'ok', deviations: ['message: "<&>\u0000"'], skipped: null },
      ],
      open: [],
    };
    expect(describeConformance([report], 'junit')).toContain('message: &quot;&lt;&amp;&gt;\u{FFFD}&quot;');
  });
});

describe('npm run conformance', () => {
  const command = (...args: string[]) => run('tsx', ['scripts/conformance.ts', ...args]);

  it('exits with 0 for the mock server, and with a message for one that does not answer or a wrong option', async () => {
    const output = join(folder, 'reports/conformance.xml');
    const [sound, silent, wrong] = await Promise.all([
      command('--api', mock.url, '--format', 'junit', '--output', output),
      command('--api', 'http://127.0.0.1:1'),
      command('--api', mock.url, '--format', 'pdf'),
    ]);
    expect([sound.ok, sound.output]).toEqual([true, expect.stringMatching(/; 0 skipped\nScore: 100 %\n$/)]);
    expect(await readFile(output, 'utf8')).toMatch(/^<\?xml .*<\/testsuites>\n$/s);
    expect([silent.ok, silent.output]).toEqual([
      false,
      expect.stringContaining('http://127.0.0.1:1 does not answer: '),
    ]);
    expect([wrong.ok, wrong.output]).toEqual([false, '--format must be text, json, junit, not "pdf".\n']);
  });

  it.each([
    [['--api', 'x'], '--api must be a URL, not "x".'],
    [[], '--api URL is missing: the API to check (--help lists the options).'],
    [['--patience', 'abc'], '--patience must be a whole number above 0, not "abc".'],
    [['--mail', 'inbox'], '--mail must be a URL, not "inbox".'],
    [['--colour'], "Unknown option '--colour'"],
  ])('rejects %j in one line, and exits with 2', async (args, message) => {
    const api = args.length === 0 || args[0] === '--api' ? [] : ['--api', mock.url];
    const { code, output } = await runScript('conformance', {}, ...api, ...args);
    expect([code, output.trim()]).toEqual([2, message]);
  });

  it.each([
    ['/__mock/mial', 'its response is no list of mails'],
    ['/__mock/operations', 'its response is no list of mails'],
  ])('checks nothing without the mailbox that was named: %s', async (path, why) => {
    const mail = `${mock.url}${path}`;
    const { code, output } = await runScript('conformance', {}, '--api', mock.url, '--mail', mail);
    expect([code, output.trim()]).toEqual([2, `The mails at ${mail} cannot be read: ${why}.`]);
  });

  it.each([
    ['/__mock/operations', 'its response is no list of checkouts'],
    ['/__mok', 'its response is no list of checkouts'],
  ])('checks nothing without the control that was named: %s', async (path, why) => {
    const control = `${mock.url}${path}`;
    const { code, output } = await runScript('conformance', {}, '--api', mock.url, '--control', control);
    expect([code, output.trim()]).toEqual([2, `The control at ${control} cannot be used: ${why}.`]);
  });

  it('exits with 1 for an API that deviates', async () => {
    const set = (path: string, body: object) =>
      fetch(`${mock.url}/__mock/${path}`, { method: 'POST', body: JSON.stringify(body) });
    const operation = 'POST /shopify/create-customer';
    await set('set', { operation, branch: '500' });
    const deviating = await command('--api', mock.url, '--format', 'json');
    await set('clear', { operation });
    expect(deviating.ok).toBe(false);
    expect(JSON.parse(deviating.output)).toMatchObject({ operations: { deviate: 1 } });
  });
});
