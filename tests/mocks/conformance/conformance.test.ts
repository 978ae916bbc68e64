import { startOnFreePort } from '@tests/mocks/http/support';
import { readDocument } from '@tests/mocks/support/openapi';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { operationNames } from '@/contract';
import { conforms, describeConformance } from '@/mocks/conformance/report';
import { type OperationReport, runConformance } from '@/mocks/conformance/run-conformance';
import type { HttpHost } from '@/mocks/hosts/http/http-host';
import { openApiDocument } from '@/mocks/openapi/openapi-document';
import { run } from '../../../scripts/lib/run';
import { type Answer, type Change, startChangedApi } from './changed-api';

let mock: HttpHost;
let count = 0;
const calls = operationNames.length;
const closing: (() => Promise<void>)[] = [];

beforeAll(async () => {
  mock = await startOnFreePort();
});
beforeEach(() => {
  count += 1;
});
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()));
});
afterAll(() => mock.close());

async function changed(change: Change): Promise<string> {
  const { url, close } = await startChangedApi(mock.url, change);
  closing.push(close);
  return url;
}
const examine = (api: string) => runConformance({ api, run: `t${count}` });
const deviationsIn = (reports: readonly OperationReport[]) =>
  reports.flatMap(({ operation, paths }) =>
    paths.flatMap(({ path, deviations }) =>
      deviations.map((deviation) => `${operation}, ${path}: ${deviation}`),
    ),
  );
/** A row or record without the given field. */
const without = (body: unknown, field: string) => {
  const { [field]: _, ...rest } = body as Record<string, unknown>;
  return rest;
};

describe('the mock server', () => {
  it('conforms in every operation, by a happy path and one that is rejected', async () => {
    const reports = await examine(mock.url);
    expect(deviationsIn(reports)).toEqual([]);
    expect(conforms(reports)).toBe(true);
    expect(reports).toHaveLength(calls);
    for (const { operation, paths } of reports) {
      expect([operation, paths.filter(({ skipped }) => skipped !== null)]).toEqual([operation, []]);
      const good = paths.filter(({ path }) => path.startsWith('ok')).length;
      expect(good, `paths of ${operation} that go well`).toBeGreaterThan(0);
      if (operation === 'GET /clinic/fetch-clinics') continue;
      expect(paths.length - good, `paths of ${operation} that are refused`).toBeGreaterThan(0);
    }
  });
});

/** Changes the responses of a call with this status. */
const when =
  (call: string, status: number, change: (answer: Answer) => Partial<Answer>): Change =>
  (asked, answer) =>
    asked === call && answer.status === status ? { ...answer, ...change(answer) } : answer;
const all =
  (...changes: readonly Change[]): Change =>
  (call, answer) =>
    changes.reduce((held, change) => change(call, held), answer);

describe('the OpenAPI document', () => {
  const document = readDocument(openApiDocument({ apiUrl: 'http://127.0.0.1', chatUrl: 'http://127.0.0.1' }));
  const routes = [...document.operations].map(([call, operation]) => ({
    pattern: new RegExp(`^${call.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
    operation,
  }));

  /** Runs all cases, and lists what the document does not say about their answers. */
  async function undocumentedAnswers(change: Change) {
    const found = new Set<string>();
    const seen = new Set<string>();
    const api = await changed((call, sent) => {
      const answer = change(call, sent);
      const { operation } = routes.find(({ pattern }) => pattern.test(call)) ?? {};
      if (operation === undefined) return answer;
      seen.add(`${operation.operationId} ${answer.status}`);
      for (const error of document.undocumentedIn(operation, answer.status, answer.body))
        found.add(`${call}: ${error}`);
      return answer;
    });
    await examine(api);
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
    const { found } = await undocumentedAnswers(
      all(
        when('POST /clinic/add-lab', 200, () => ({ status: 202 })),
        when('GET /clinic/fetch-clinic-profile', 200, ({ body }) => ({
          body: without(body, 'clinic_email'),
        })),
      ),
    );
    expect(found).toEqual([
      "GET /clinic/fetch-clinic-profile:  must have required property 'clinic_email'",
      'POST /clinic/add-lab: status 202 is not declared',
    ]);
  });
});

describe('a backend with a defect is caught', () => {
  it.each<[name: string, change: Change, found: string[]]>([
    [
      'a wrong status',
      all(
        when('POST /clinic/add-lab', 200, () => ({ status: 201 })),
        when('POST /auth/login', 400, () => ({ status: 401 })),
        when('POST /patient/authenticate', 400, () => ({ status: 200 })),
      ),
      [
        'POST /auth/login, with a wrong password: status 401, 400 expected',
        'POST /patient/authenticate, without patients: status 200, 400 expected',
        'POST /clinic/add-lab, ok: status 201, 200 expected',
      ],
    ],
    [
      'a field that is missing, though the client would forgive it, or of another type',
      all(
        when('GET /patient/fetch-patients', 200, ({ body }) => ({
          body: (body as object[]).map((row) => without(row, 'patient_phone')),
        })),
        when('GET /clinic/fetch-clinic-profile', 200, ({ body }) => ({
          body: without(body, 'patient_count'),
        })),
        when('GET /payment/check-payment-details', 200, () => ({ body: { hasPaymentDetails: 'no' } })),
      ),
      [
        'GET /payment/check-payment-details, ok, without a card: hasPaymentDetails: Invalid input',
        'GET /payment/check-payment-details, ok: hasPaymentDetails: Invalid input',
        'GET /patient/fetch-patients, ok: [0].patient_phone is missing',
        'GET /patient/fetch-patients, ok, after an update: [0].patient_phone is missing',
        'GET /patient/fetch-patients, ok, after authorizing: [0].patient_phone is missing',
        'GET /clinic/fetch-clinic-profile, ok: patient_count is missing',
        'GET /clinic/fetch-clinic-profile, ok, after an update: patient_count is missing',
      ],
    ],
    [
      'a wrong message, one that names no field, or none',
      all(
        when('POST /patient/track-kit-status', 200, ({ body }) => ({
          body: { ...(body as object), message: 'No order' },
        })),
        when('POST /auth/patient-signup', 400, () => ({ body: { message: 'Validation failed' } })),
        when('POST /booking/send-invitation', 400, () => ({ body: {} })),
      ),
      [
        'POST /auth/patient-signup, with a wrong phone: message: "Validation failed" does not mention phone',
        'POST /auth/patient-signup, with a wrong email: message: "Validation failed" does not mention email',
        'POST /patient/track-kit-status, without an order: message: "No order", "Order not placed" expected',
        'POST /booking/send-invitation, without a meet link: message: none, a text expected',
      ],
    ],
    [
      'a success that changed nothing',
      when('GET /clinic/fetch-labs', 200, () => ({ body: null })),
      ['GET /clinic/fetch-labs, ok: the lab as it was stored expected'],
    ],
  ])('%s', async (_, change, found) => {
    const reports = await examine(await changed(change));
    expect(deviationsIn(reports)).toEqual(found);
    expect(conforms(reports)).toBe(false);
    const text = describeConformance(reports);
    const wrong = new Set(found.map((line) => line.slice(0, line.indexOf(','))));
    for (const operation of wrong) expect(text).toContain(`✗ ${operation}  `);
    expect(text).toContain(`${calls - wrong.size} conform, ${wrong.size} deviate`);
  });
});

describe('an API of which only a part can be tried', () => {
  const closedDoors: Change = (call, answer) =>
    call.includes('/__mock/') ? { status: 404, body: { message: 'Not found' } } : answer;

  it('gets a report of what was skipped and why, if no mail can be read', async () => {
    const reports = await examine(await changed(closedDoors));
    expect(deviationsIn(reports)).toEqual([]);
    const text = describeConformance(reports);
    expect(text).toContain('    ok: skipped, needs the code mailed to the clinic (see --mail)');
    expect(text).toContain('    ok: skipped, needs a provider signed in');
    expect(text).toMatch(new RegExp(`${calls} conform, 0 deviate; [1-9]\\d paths skipped$`));
    expect(text).toContain('✓ GET /patient/fetch-patients  1 path\n');
  });

  it('gets a report of the skipped chat service, if that has another URL', async () => {
    const noChat: Change = (call, answer) =>
      call === 'POST /api/chat' ? { status: 404, body: { message: 'Not found' } } : answer;
    const reports = await examine(await changed(noChat));
    expect(deviationsIn(reports)).toEqual([]);
    expect(describeConformance(reports)).toContain(
      '– POST /api/chat  0 paths\n    ok: skipped, needs the chat service (see --chat)',
    );
  });
});

describe('npm run conformance', () => {
  const command = (...args: string[]) => run('tsx', ['scripts/conformance.ts', ...args]);

  it('exits with 0 for the mock server, with 1 for one that deviates, and with a message if nothing answers', async () => {
    const wrong: Change = (call, answer) => (call === 'POST /api/chat' ? { ...answer, status: 203 } : answer);
    const [sound, deviating, silent] = await Promise.all([
      command('--api', mock.url),
      changed(wrong).then((api) => command('--api', api, '--mail', `${mock.url}/__mock/mail`)),
      command('--api', 'http://127.0.0.1:1'),
    ]);
    expect([sound.ok, sound.output]).toEqual([
      true,
      expect.stringMatching(
        new RegExp(`${calls} operations, \\d{3} paths: ${calls} conform, 0 deviate; 0 paths skipped\\n$`),
      ),
    ]);
    expect([deviating.ok, deviating.output]).toEqual([
      false,
      expect.stringContaining('✗ POST /api/chat  2 paths\n    ok: status 203, 200 expected\n'),
    ]);
    expect([silent.ok, silent.output]).toEqual([
      false,
      expect.stringContaining('http://127.0.0.1:1 does not answer: '),
    ]);
  });
});
