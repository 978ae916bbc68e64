import { startMockServer } from '@tests/support/mock-server';
import { beforeEach, describe, expect, it } from 'vitest';
import { getApp, stopApp } from '@/features/api/app';
import { clearStored, readStored } from '@/lib/storage';

const server = startMockServer({ patients: 3 });
beforeEach(async () => {
  await server.reset({ preset: 'demo' });
  clearStored();
});

const transition = (type: 'pagehide' | 'pageshow', persisted: boolean) =>
  window.dispatchEvent(new PageTransitionEvent(type, { persisted }));
const isHidden = () => 'suspended' in document.documentElement.dataset;
const nextFrame = () => new Promise((painted) => requestAnimationFrame(painted));
const tokenOfPage = () => getApp().session.getSnapshot().context.token;

/** The same storage as after a login in another tab, without the event that tells this page of it. */
async function signInElsewhere() {
  await server.as('patient');
  return readStored('token');
}

describe('a page that the browser keeps for the Back button', () => {
  it('is hidden while it is kept, until it shows the account that is signed in by then', async () => {
    await server.as('provider');
    expect(tokenOfPage()).toBe(readStored('token'));
    transition('pagehide', true);
    expect(isHidden()).toBe(true);
    const token = await signInElsewhere();
    transition('pageshow', true);
    expect(tokenOfPage()).toBe(token);
    expect(isHidden()).toBe(true);
    await nextFrame();
    expect(isHidden()).toBe(false);
  });

  it.each([
    ['of no account', async (): Promise<unknown> => undefined, true],
    ['that is not kept', () => server.as('provider'), false],
  ] as const)('is not hidden: a page %s', async (_, signIn, persisted) => {
    await signIn();
    getApp();
    transition('pagehide', persisted);
    expect(isHidden()).toBe(false);
  });

  it('stays hidden when a page is shown that was not kept', async () => {
    await server.as('provider');
    getApp();
    transition('pagehide', true);
    transition('pageshow', false);
    await nextFrame();
    expect(isHidden()).toBe(true);
    stopApp();
    expect(isHidden()).toBe(false);
  });
});

describe('a page that was told nothing of another tab’s login', () => {
  it.each([
    ['gets the focus', () => window.dispatchEvent(new Event('focus'))],
    ['is shown', () => document.dispatchEvent(new Event('visibilitychange'))],
  ])('finds it when it %s', async (_, happen) => {
    await server.as('provider');
    const earlier = tokenOfPage();
    const token = await signInElsewhere();
    expect(tokenOfPage()).toBe(earlier);
    happen();
    expect(tokenOfPage()).toBe(token);
    expect(token).not.toBe(earlier);
  });
});
