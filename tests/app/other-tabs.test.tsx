import { screen } from '@testing-library/react';
import { renderApp } from '@tests/support/app';
import { watchListeners } from '@tests/support/listeners';
import { startMockServer } from '@tests/support/mock-server';
import { afterAll, afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { connectOtherTabs, type OrderNews } from '@/app/other-tabs';
import { patientId } from '@/contract/entities';
import type { OrderRecord } from '@/domain/storage-keys';
import { clearStored, writeStored } from '@/lib/storage';

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

describe('two tabs', () => {
  const ada = 'ada@clinic.test';
  const record: OrderRecord = { patientId: patientId.parse('KW-1'), outcome: 'requested', at: 5 };
  const news: OrderNews = { records: [record], asks: false };

  /** A tab, with what it is notified of. */
  function openTab(account: string | null) {
    const changes: string[][] = [];
    const orders: OrderNews[] = [];
    const tabs = connectOtherTabs({
      account: () => account,
      onChanged: (changed) => changes.push(changed),
    });
    tabs.onOrders((received) => orders.push(received));
    onTestFinished(() => tabs.close());
    return { ...tabs, changes, orders };
  }
  /** Messages arrive in the order in which they were sent: once this one has, none is on its way. */
  async function allDelivered({ changes }: { readonly changes: string[][] }) {
    otherTab.postMessage(['Kits']);
    await expect.poll(() => changes.at(-1)).toEqual(['Kits']);
    changes.pop();
  }

  it('notify each other, but not themselves, of what was written', async () => {
    const [first, second] = [openTab(ada), openTab(null)];
    first.announce(['Patients', 'Lab']);
    await allDelivered(second);
    await allDelivered(first);
    expect(second.changes).toEqual([['Patients', 'Lab']]);
    expect(first.changes).toEqual([]);
  });

  it('ignore messages that are none of theirs', async () => {
    const tab = openTab(ada);
    for (const message of [
      ['Ghosts'],
      'Patients',
      null,
      { records: [record] },
      { account: ada, records: [], asks: 1 },
    ])
      otherTab.postMessage(message);
    await allDelivered(tab);
    expect(tab.changes).toEqual([]);
    expect(tab.orders).toEqual([]);
  });

  it('learn of the orders of their own account only', async () => {
    const [first, same, other, signedOut] = [
      openTab(ada),
      openTab(ada),
      openTab('bob@clinic.test'),
      openTab(null),
    ];
    first.sendOrders(news);
    signedOut.sendOrders({ records: [], asks: true });
    for (const tab of [first, same, other, signedOut]) await allDelivered(tab);
    expect(same.orders).toMatchObject([news]);
    expect([first, other, signedOut].map(({ orders }) => orders)).toEqual([[], [], []]);
    expect(same.changes).toEqual([]);
  });

  it('wait with what was written while they are hidden, and pass it once', async () => {
    const [tab, sender] = [openTab(ada), openTab(ada)];
    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    sender.announce(['Patients']);
    sender.announce(['Patients', 'Lab']);
    sender.sendOrders(news);
    await expect.poll(() => tab.orders).toHaveLength(1);
    expect(tab.changes).toEqual([]);
    hidden.mockRestore();
    document.dispatchEvent(new Event('visibilitychange'));
    document.dispatchEvent(new Event('visibilitychange'));
    expect(tab.changes).toEqual([['Patients', 'Lab']]);
  });

  it('are notified of nothing once they are closed', async () => {
    const left = watchListeners();
    const closed = openTab(ada);
    closed.close();
    expect(left()).toEqual([]);
    const [tab, sender] = [openTab(ada), openTab(ada)];
    sender.announce(['Patients']);
    await allDelivered(tab);
    expect(closed.changes).toEqual([]);
  });

  it('go without each other where the browser blocks the channel', () => {
    vi.stubGlobal('BroadcastChannel', () => {
      throw new DOMException('blocked', 'SecurityError');
    });
    const tab = openTab(ada);
    expect(() => {
      tab.announce(['Patients']);
      tab.sendOrders(news);
    }).not.toThrow();
    vi.unstubAllGlobals();
  });
});

it('notifies other tabs of what it has saved', async () => {
  const messages: unknown[] = [];
  // Orders have messages of their own.
  otherTab.onmessage = ({ data }) => Array.isArray(data) && messages.push(data);
  await server.as('provider');
  writeStored('activePatientTab', 'Update Patients');
  const { user } = renderApp('/dashboard');
  await user.click((await screen.findAllByRole('button', { name: /^Edit / }))[0] as HTMLElement);
  const name = await screen.findByLabelText('Name');
  await user.clear(name);
  await user.type(name, 'Renamed Patient');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await expect.poll(() => messages).toEqual([['Patients', 'Appointments']]);
});
