import { startMockServer } from '@tests/support/mock-server';
import { afterEach, describe, expect, it } from 'vitest';
import { declarationOf, type OperationName, operationNames } from '@/contract/contract';
import { branchesOf } from '@/contract/operation';
import { sampleOf } from '@/mocks/kitwell/rules/backend';
import { send } from './support/api';

const mock = startMockServer();
afterEach(() => mock.clear());

/** Sends the operation's sample, without a token: a branch ignores it. */
const sendSample = (name: OperationName, options?: Parameters<typeof send>[3]) =>
  send(mock, name, sampleOf(name).request, options);

const declaredStatus = (name: OperationName) => declarationOf(name).ok.status;

/** Checks the response of a branch, derived only from the branch's name. */
async function expectCovered(name: OperationName, branch: string, answer: Response) {
  const declared = declarationOf(name);
  const body: unknown = await answer.json();
  const [kind = '', variant] = branch.split('.');
  const message = (body as { message?: unknown }).message;
  if (kind === 'wrong-2xx') {
    expect(answer.ok).toBe(true);
    expect([declaredStatus(name), ...(declared.ok.alsoGood ?? [])]).not.toContain(answer.status);
  } else if (kind === 'malformed') {
    expect(answer.status).toBe(declaredStatus(name));
    expect(declared.ok.body.safeParse(body).success).toBe(false);
  } else if (kind === 'soft-fail') {
    expect(answer.status).toBe(declaredStatus(name));
    expect(body).toMatchObject({ success: false });
    expect(typeof message).toBe(variant === 'noMessage' ? 'undefined' : 'string');
  } else {
    expect(answer.status).toBe(kind === 'ok' ? Number(variant) : Number(kind));
    expect(typeof message).toBe(variant === 'noMessage' ? 'undefined' : 'string');
  }
}

const answered = operationNames.flatMap((name) =>
  branchesOf(declarationOf(name))
    .filter((branch) => !['ok', 'ok.lost', 'network', 'timeout'].includes(branch))
    .map((branch) => [name, branch] as const),
);

describe('every branch of every call can be asked for', () => {
  it('knows every call of the product', () => {
    expect(mock.operations()).toHaveLength(operationNames.length);
    expect(answered.length).toBeGreaterThan(150);
  });

  it.each(answered)('%s answers %s as declared, and leaves the data alone', async (name, branch) => {
    const before = JSON.stringify((await mock.db.export()) as object);
    mock.set(declarationOf(name).operation, branch);
    await expectCovered(name, branch, await sendSample(name));
    expect(JSON.stringify(await mock.db.export())).toBe(before);
    expect(mock.log.list().at(-1)).toMatchObject({ branch, violation: null });
  });

  it.each(operationNames)('%s can break the connection', async (name) => {
    mock.set(declarationOf(name).operation, 'network');
    await expect(sendSample(name)).rejects.toThrow();
  });

  it.each(operationNames)('%s can stay without an answer until the caller gives up', async (name) => {
    mock.set(declarationOf(name).operation, 'timeout');
    const served = new Promise<void>((resolve) => {
      const stop = mock.engine.log.onChange(() => {
        stop();
        resolve();
      });
    });
    const pendingCalls = new AbortController();
    const answer = sendSample(name, { signal: pendingCalls.signal });
    let isSettled = false;
    answer
      .catch(() => undefined)
      .finally(() => {
        isSettled = true;
      });
    await served;
    await mock.db.export();
    expect(isSettled).toBe(false);
    expect(mock.log.list().at(-1)).toMatchObject({ branch: 'timeout', status: null });
    pendingCalls.abort();
    await expect(answer).rejects.toThrow();
  });

  it.each([
    ['createCustomer', '400.match1', /phone/i],
    ['createCustomer', '400.match2', /email/i],
    ['clinicSignup', '400.match3', /postal/i],
    ['patientSignup', '422.match3', /postal/i],
  ] as const)('%s %s carries a message that the client recognises', async (name, branch, mentions) => {
    mock.set(declarationOf(name).operation, branch);
    const body = (await (await sendSample(name)).json()) as { message: string };
    expect(body.message).toMatch(mentions);
  });
});
