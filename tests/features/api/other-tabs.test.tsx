import { screen } from '@testing-library/react';
import { renderApp } from '@tests/support/app';
import { startMockServer } from '@tests/support/mock-server';
import { callsTo } from '@tests/support/outcomes';
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest';
import { clearStored, writeStored } from '@/lib/storage';

const fetchPatients = 'GET /patient/fetch-patients';
const server = startMockServer();
const otherTab = new BroadcastChannel('kitwell:written');
beforeEach(async () => {
  await server.reset({ preset: 'demo' });
  clearStored();
});
afterEach(() => {
  otherTab.onmessage = null;
});
afterAll(() => otherTab.close());

async function openPatients() {
  await server.as('provider');
  writeStored('activePatientTab', 'Update Patients');
  const app = renderApp('/dashboard');
  await screen.findByText('24 patients');
  return app;
}

it('shows what another tab has saved', async () => {
  await openPatients();
  const [row] = server.db.list('patients') as { id: number; patient_id: string }[];
  await server.db.insert('patients', {
    ...row,
    id: 9000,
    patient_id: 'KW-9000',
    patient_name: 'Zora Quill',
    patient_email: 'zora@example.com',
  });
  otherTab.postMessage(['Patients']);
  expect(await screen.findByText('25 patients')).toBeVisible();
});

it('fetches nothing for data that is not shown, nor for a message that is not its own', async () => {
  await openPatients();
  const before = callsTo(server, fetchPatients).length;
  otherTab.postMessage(['Lab']);
  otherTab.postMessage({ patients: 1 });
  otherTab.postMessage(['Patients']);
  await expect.poll(() => callsTo(server, fetchPatients).length).toBe(before + 1);
});

it('notifies other tabs of what it has saved', async () => {
  const heard: unknown[] = [];
  // Orders have messages of their own.
  otherTab.onmessage = ({ data }) => Array.isArray(data) && heard.push(data);
  const { user } = await openPatients();
  await user.click((await screen.findAllByRole('button', { name: /^Edit / }))[0] as HTMLElement);
  const name = await screen.findByLabelText('Name');
  await user.clear(name);
  await user.type(name, 'Renamed Patient');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await expect.poll(() => heard).toEqual([['Patients', 'Appointments']]);
});

it('waits with fetching while it is hidden', async () => {
  await openPatients();
  const before = callsTo(server, fetchPatients).length;
  const visibility = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  const heard = new Promise((resolve) => {
    const listener = new BroadcastChannel('kitwell:written');
    listener.onmessage = () => {
      listener.close();
      resolve(undefined);
    };
  });
  otherTab.postMessage(['Patients']);
  otherTab.postMessage(['Patients']);
  await heard;
  expect(callsTo(server, fetchPatients)).toHaveLength(before);
  visibility.mockRestore();
  document.dispatchEvent(new Event('visibilitychange'));
  await expect.poll(() => callsTo(server, fetchPatients).length).toBe(before + 1);
});

it('starts where the browser blocks the channel', async () => {
  vi.stubGlobal('BroadcastChannel', () => {
    throw new DOMException('blocked', 'SecurityError');
  });
  await openPatients();
  vi.unstubAllGlobals();
});
