import { watchListeners } from '@tests/support/listeners';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { createActor, setup } from 'xstate';
import { watchToken } from '@/app/session-actors';
import { authToken } from '@/contract/entities';
import { setBackendReady } from '@/lib/mock-build';
import { clearStored, writeStored } from '@/lib/storage';

const token = authToken.parse('token-of-ada');
const tokenFound = { type: 'TOKEN_FOUND', token, account: 'ada@clinic.test' };
const reported = vi.fn();
const parent = setup({ actors: { watchToken } }).createMachine({
  invoke: { src: 'watchToken' },
  on: { '*': { actions: ({ event }) => reported(event) } },
});

let stop: () => void;
beforeEach(() => {
  clearStored();
  writeStored('account', 'ada@clinic.test');
  writeStored('token', token);
  reported.mockClear();
  const actor = createActor(parent).start();
  stop = () => void actor.stop();
});
afterEach(async () => {
  stop();
  // What the page does in the next frame belongs to this test.
  await nextFrame();
});

const page = (type: 'pagehide' | 'pageshow', persisted: boolean) =>
  window.dispatchEvent(Object.assign(new Event(type), { persisted }));
const isHidden = () => 'suspended' in document.documentElement.dataset;
const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));

it('the stored account is reported at the start', () => {
  stop();
  reported.mockClear();
  const actor = createActor(parent).start();
  expect(reported.mock.calls).toEqual([[tokenFound]]);
  actor.stop();
});

it.each([
  ['has started', () => Promise.resolve()],
  ['could not start', () => Promise.reject(new Error('blocked'))],
])(
  'in a demo the stored account is reported once the backend %s, unless the session has ended',
  async (_, start) => {
    stop();
    reported.mockClear();
    // Every later call of the page waits for it.
    onTestFinished(() => setBackendReady(Promise.resolve()));
    setBackendReady(start());
    const waiting = createActor(parent).start();
    createActor(parent).start().stop();
    expect(reported).not.toHaveBeenCalled();
    await vi.waitFor(() => expect(reported.mock.calls).toEqual([[tokenFound]]));
    waiting.stop();
  },
);

it.each([
  ['the window gets the focus', () => window.dispatchEvent(new Event('focus'))],
  ['the page is shown or hidden', () => document.dispatchEvent(new Event('visibilitychange'))],
  ['the page comes back from the back/forward cache', () => page('pageshow', true)],
  [
    'another tab changes the token',
    () => window.dispatchEvent(new StorageEvent('storage', { key: 'token' })),
  ],
])('it is reported again when %s, until the session ends', (_, happen) => {
  reported.mockClear();
  happen();
  expect(reported).toHaveBeenCalledExactlyOnceWith(tokenFound);
  stop();
  happen();
  expect(reported).toHaveBeenCalledOnce();
});

it('it is reported neither when the page is first shown nor when this tab itself changes the token', () => {
  reported.mockClear();
  page('pageshow', false);
  writeStored('token', null);
  expect(reported).not.toHaveBeenCalled();
});

it('a page in the back/forward cache is hidden until the frame after its return', async () => {
  page('pagehide', true);
  expect(isHidden()).toBe(true);
  page('pageshow', false);
  await nextFrame();
  expect(isHidden()).toBe(true);
  page('pageshow', true);
  expect(isHidden()).toBe(true);
  await nextFrame();
  expect(isHidden()).toBe(false);
});

it('a page that is closed, or has no account, is not hidden', () => {
  page('pagehide', false);
  expect(isHidden()).toBe(false);
  writeStored('token', null);
  page('pagehide', true);
  expect(isHidden()).toBe(false);
});

it('the page listens to nothing any more once the session is stopped', () => {
  stop();
  const leaves = watchListeners();
  createActor(parent).start().stop();
  expect(leaves()).toEqual([]);
});

it('a hidden page is shown again when its session is stopped', () => {
  page('pagehide', true);
  expect(isHidden()).toBe(true);
  stop();
  expect(isHidden()).toBe(false);
});
