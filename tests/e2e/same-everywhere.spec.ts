import { type MockProcess, startMockProcess } from '@tests/mocks/http/mock-process';
import { expect, test } from '@tests/support/e2e';
import { mockReady } from '@tests/support/mock-control';

let server: MockProcess;

test.beforeAll(async () => {
  server = await startMockProcess();
});
test.afterAll(() => server?.stop());

const steps = [
  ['/auth/login', { email: 'provider@kitwell.test', password: 'Provider1!' }],
  ['/auth/send-otp', { email: 'new@example.com', phoneNumber: '+12065550133' }],
  ['/auth/forgot-password', { email: 'patient@kitwell.test' }],
] as const;

test('one link gives the browser and the HTTP server the same data, codes and tokens, byte for byte', async ({
  page,
  request,
}) => {
  await page.goto('login');
  await mockReady(page);
  const link = await page.evaluate(async () => {
    await window.__mock?.reset({ preset: 'demo', seed: 7, patients: 12, start: '2026-03-02T09:00:00.000Z' });
    return window.__mock?.share() ?? '';
  });
  await request.post(`${server.url}/__mock/restore`, { data: { url: link } });

  for (const [path, body] of steps) {
    const here = await page.evaluate(
      async ([address, sent]) => {
        const answer = await fetch(`/api${address}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(sent),
        });
        return { status: answer.status, text: await answer.text() };
      },
      [path, body] as const,
    );
    const there = await request.post(`${server.url}${path}`, { data: body });
    expect({ status: there.status(), text: await there.text() }).toEqual(here);
  }
  const here = await page.evaluate(async () => JSON.stringify(await window.__mock?.db.export()));
  const there = await (await request.get(`${server.url}/__mock/export`)).json();
  expect(JSON.stringify(there)).toBe(here);
});
