import { clientOf, startOnFreePort } from '@tests/mocks/http/support';
import { controlOf, exampleRequest, readDocument } from '@tests/mocks/support/openapi';
import { describe, expect, it, onTestFinished } from 'vitest';
import { operationNames } from '@/contract';
import { sampleOf } from '@/mocks/kitwell/rules/backend';
import { openApiDocument } from '@/mocks/openapi/openapi-document';
import { driftBetween } from '@/mocks/record/drift';
import type { HarEntry } from '@/mocks/record/har';
import { createRecording } from '@/mocks/record/recorder';
import { recordRun, serverThatAnswers } from './support';

describe('drift between a recording and a live API', () => {
  type Body = Record<string, unknown>;
  const firstField = (body: Body) => Object.keys(body)[0] ?? '';
  /** Ways to change a body. */
  const changes: readonly [string, (body: Body) => Body][] = [
    ['a field is new', (body) => ({ ...body, isArchived: false })],
    ['the first field is gone', (body) => Object.fromEntries(Object.entries(body).slice(1))],
    ['the first field is a list', (body) => ({ ...body, [firstField(body)]: [] })],
  ];
  const isBody = (held: unknown): held is Body =>
    typeof held === 'object' && held !== null && !Array.isArray(held) && Object.keys(held).length > 0;

  /** The response with its body, or each row of its list, changed; null if there is nothing to change. */
  function changedEntry(entry: HarEntry, change: (body: Body) => Body): HarEntry | null {
    const held: unknown = JSON.parse(entry.response.content.text ?? 'null');
    const rows = (Array.isArray(held) ? held : [held]) as unknown[];
    if (rows.length === 0 || !rows.every(isBody)) return null;
    const changed = rows.map(change);
    const text = JSON.stringify(Array.isArray(held) ? changed : changed[0]);
    return { ...entry, response: { ...entry.response, content: { ...entry.response.content, text } } };
  }

  /** For each operation and each way to change its successful responses: its recording. */
  function driftsOf(entries: readonly HarEntry[]): [string, readonly HarEntry[]][] {
    const operations = [...new Set(entries.map(({ _operation }) => _operation))];
    return operations.flatMap((operation) => {
      const own = entries.filter(({ _operation }) => _operation === operation);
      const isGood = ({ response }: HarEntry) => response.status === 200;
      const all = changes.map(([what, change]): [string, (entry: HarEntry) => HarEntry | null] => [
        what,
        (entry) => changedEntry(entry, change),
      ]);
      all.push(['another status', (entry) => ({ ...entry, response: { ...entry.response, status: 203 } })]);
      return all
        .filter(([, change]) => own.some((entry) => isGood(entry) && change(entry) !== null))
        .map(([what, change]): [string, readonly HarEntry[]] => [
          `${operation}: ${what}`,
          own.map((entry) => (isGood(entry) ? (change(entry) ?? entry) : entry)),
        ]);
    });
  }

  it('finds every change of a response, and none between two runs of one API', async () => {
    const recorded = await recordRun('before');
    const live = await recordRun('after');
    expect(driftBetween(recorded, live)).toEqual([]);
    const drifts = driftsOf(live);
    expect(drifts.length).toBeGreaterThanOrEqual(30);
    const missed = drifts.filter(([, changed]) => {
      // The other operations are as they were, which was compared above.
      const before = recorded.filter(({ _operation }) => _operation === changed[0]?._operation);
      return driftBetween(before, changed).length === 0;
    });
    expect(missed.map(([what]) => what)).toEqual([]);
  });

  /** What an API that answers everything with this body is recorded as, each time with other replacements. */
  async function recordingOf(body: unknown) {
    const api = await serverThatAnswers(200, JSON.stringify(body));
    const recording = createRecording({ api });
    await recording.fetch(`${api}/payment/check-payment-details`);
    return recording.entries();
  }
  const driftOf = async (before: unknown, after: unknown) =>
    driftBetween(await recordingOf(before), await recordingOf(after));

  it('takes names with hyphens for names, and other keys for data', async () => {
    const before = { 'kit-type': 1, days: { '2026-01-02': { count: 3 }, 'Ñandú Park': { count: 1 } } };
    const after = { 'kit-type': 2, days: { '2026-03-04': { count: 5 } } };
    expect(await driftOf(before, before)).toEqual([]);
    expect(await driftOf(before, after)).toEqual([]);
    expect(await driftOf(before, { ...before, days: {} })).toEqual([]);
    expect(await driftOf(before, { days: before.days })).toEqual([
      'GET /payment/check-payment-details, 200: kit-type is gone',
    ]);
    expect(await driftOf(before, { ...before, days: { '2026-03-04': { count: 'five' } } })).toEqual([
      'GET /payment/check-payment-details, 200: days.*.count is string, it was number',
    ]);
    expect(await driftOf({ 'a.b': { c: 1 } }, { 'a.b': { d: 1 } })).toEqual([
      'GET /payment/check-payment-details, 200: *.c is gone',
      'GET /payment/check-payment-details, 200: *.d is new',
    ]);
  });

  it('is an error where one side has nothing to compare', async () => {
    const entries = await recordingOf({ hasPaymentDetails: true });
    const unknown = entries.map((entry) => ({ ...entry, _operation: null }));
    expect(() => driftBetween([], entries)).toThrow(/^The recording has no response/);
    expect(() => driftBetween(entries, [])).toThrow(/^The live API has no response/);
    expect(() => driftBetween(entries, unknown)).toThrow(/nothing to compare/);
  });

  it('takes a declined call for an error, also where its status is that of success', () => {
    const path = '/patient/track-kit-status';
    const recorded = (body: object): HarEntry[] => [
      {
        _operation: `POST ${path}`,
        _path: path,
        response: { status: 200, content: { text: JSON.stringify(body) } },
      } as HarEntry,
    ];
    const found = recorded({ success: true, status: 'Kit shipped' });
    const declined = recorded({ success: false, message: 'No order yet' });
    expect(driftBetween(found, declined)).toEqual([]);
    expect(driftBetween(declined, found)).toEqual([]);
    expect(driftBetween(declined, recorded({ success: false, reason: 'No order yet' }))).toEqual([
      `POST ${path}, 200, declined: message is gone`,
      `POST ${path}, 200, declined: reason is new`,
    ]);
  });

  const seeds = Array.from({ length: 100 }, (_, index) => index + 1);
  it.each([0, 20, 40, 60, 80])(
    'is never found between recordings of one API with other data: all 33 operations, 20 seeds after %i',
    async (start) => {
      const host = await startOnFreePort();
      onTestFinished(() => host.close());
      const client = clientOf(host);
      const { tokenOf, rows } = controlOf(host.url);
      const { operations } = readDocument(openApiDocument({ apiUrl: host.url, chatUrl: host.url }));
      async function recordWith(data: object) {
        await client.post('/__mock/reset', data);
        const recording = createRecording({ api: host.url });
        for (const [call, operation] of operations) {
          const { method, path, query, body } = exampleRequest(call, operation);
          const name = operationNames.find((known) => known === operation.operationId);
          const { as, needs } = name ? sampleOf(name) : {};
          // Not all data has the rows that these change.
          await needs?.(rows).catch(() => undefined);
          await recording.fetch(`${host.url}${path}?${new URLSearchParams(query)}`, {
            method,
            headers: as ? { authorization: await tokenOf(as) } : {},
            ...(body !== undefined && { body: JSON.stringify(body) }),
          });
        }
        return recording.entries();
      }
      const first = await recordWith({ seed: 1, preset: 'demo' });
      expect(new Set(first.map(({ _operation }) => _operation)).size).toBe(33);
      // The other 31 succeed, so their responses have what an error's would not show.
      expect(first.filter(({ _branch }) => _branch !== 'ok').map(({ _operation }) => _operation)).toEqual([
        'POST /auth/verify-otp',
        'POST /patient/add-patients',
      ]);
      const alarms: string[] = [];
      for (const seed of seeds.slice(start, start + 20)) {
        const preset = seed % 10 === 0 ? 'empty' : 'demo';
        const again = await recordWith({ seed, preset, patients: seed % 7 });
        alarms.push(...driftBetween(first, again), ...driftBetween(again, first));
      }
      expect(alarms).toEqual([]);
    },
  );
});
