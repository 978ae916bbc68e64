import { stubTabs } from '@tests/support/fake-tabs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createGridLock } from '@/features/patients/add/grid-lock';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** A tab, and what happens in it. `written` resolves once it has written its rows. */
function openTab({ isSending = false, written = Promise.resolve() } = {}) {
  const events: string[] = [];
  const lock = createGridLock('rows of ada@clinic.test', {
    isSending: () => isSending,
    async handOver() {
      events.push('asked');
      await written;
      events.push('written');
    },
    onLost: () => events.push('lost'),
  });
  return { ...lock, events };
}
const never = new Promise<void>(() => undefined);

describe('the unsaved rows', () => {
  it('are in the tab that asked first, until it is closed', async () => {
    stubTabs();
    const [first, second] = [openTab(), openTab()];
    expect(await first.take()).toBe(true);
    expect(await second.take()).toBe(false);
    expect([first.isHere(), second.isHere()]).toEqual([true, false]);
    first.stop();
    await second.takeOver();
    expect([first.isHere(), second.isHere()]).toEqual([false, true]);
    expect(first.events).toEqual([]);
  });

  it('are handed over once they are written', async () => {
    stubTabs();
    let end = (): void => undefined;
    const first = openTab({
      written: new Promise((resolve) => {
        end = resolve;
      }),
    });
    const second = openTab();
    await first.take();
    const moved = second.takeOver();
    await vi.advanceTimersByTimeAsync(500);
    expect([first.events, second.isHere()]).toEqual([['asked'], false]);
    end();
    await moved;
    expect([first.isHere(), second.isHere()]).toEqual([false, true]);
    expect(first.events).toEqual(['asked', 'written']);
    // And back.
    await first.takeOver();
    expect([first.isHere(), second.isHere()]).toEqual([true, false]);
  });

  it('are taken from a tab that does not answer within a second', async () => {
    stubTabs();
    const [asleep, second] = [openTab({ written: never }), openTab()];
    await asleep.take();
    void second.takeOver();
    await vi.advanceTimersByTimeAsync(999);
    expect(second.isHere()).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect([asleep.isHere(), second.isHere()]).toEqual([false, true]);
    expect(asleep.events).toEqual(['asked', 'lost']);
  });

  it('are not taken for a session that has ended meanwhile', async () => {
    stubTabs();
    const [asleep, second] = [openTab({ written: never }), openTab()];
    await asleep.take();
    void second.takeOver();
    second.stop();
    await vi.advanceTimersByTimeAsync(1000);
    expect([asleep.isHere(), second.isHere()]).toEqual([true, false]);
  });

  it('are waited for while they are being sent, as long as a call may take', async () => {
    stubTabs();
    const [sending, second] = [openTab({ isSending: true, written: never }), openTab()];
    await sending.take();
    void second.takeOver();
    await vi.advanceTimersByTimeAsync(20_000);
    expect([sending.isHere(), second.isHere()]).toEqual([true, false]);
    await vi.advanceTimersByTimeAsync(5000);
    expect([sending.isHere(), second.isHere()]).toEqual([false, true]);
  });

  it('are in the tab that asked last where the browser has no locks', async () => {
    stubTabs();
    Reflect.deleteProperty(navigator, 'locks');
    const [first, second] = [openTab(), openTab()];
    expect(await first.take()).toBe(true);
    expect(await second.take()).toBe(true);
    expect([first.isHere(), second.isHere()]).toEqual([false, true]);
    expect(first.events).toEqual(['lost']);
    await first.takeOver();
    expect([first.isHere(), second.isHere()]).toEqual([true, false]);
  });

  it('are here where the browser denies the page locks and channels: then no other tab has them', async () => {
    stubTabs({ request: () => Promise.reject(new DOMException('denied', 'SecurityError')) });
    vi.stubGlobal('BroadcastChannel', () => {
      throw new DOMException('denied', 'SecurityError');
    });
    const tab = openTab();
    expect(await tab.take()).toBe(true);
    expect(tab.isHere()).toBe(true);
    tab.stop();
  });
});
