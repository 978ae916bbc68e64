import { noLatency } from '@kitwell/mock-engine/engine/latency';
import { browserData, pageUrl } from '@kitwell/mock-engine/hosts/browser-data';
import { createMockBackend, type MockBackend } from '@kitwell/mock-engine/hosts/mock-backend';
import { rememberScenario } from '@kitwell/mock-engine/hosts/page-state';
import type { ReactElement } from 'react';
import { type Kitwell, kitwell } from '@/mocks/kitwell/kitwell';
import { readProgress } from '@/mocks/kitwell/stories/player/story-progress';
import type { Control } from '@/mocks/kitwell/stories/player/story-world';
import {
  type CheckoutOutcome,
  CheckoutPage,
  findCheckout,
  returnPath,
  settleCheckout,
} from './checkout-page';

/** Goes on with the story of this tab, if there is one: it controls the data from here as well. */
async function continueStory({ control, engine, db }: MockBackend<Kitwell>): Promise<void> {
  if (readProgress() === null) return;
  await db.hydrate();
  rememberScenario(engine.scenario, kitwell.name);
  const { mountStory } = await import('@/mocks/kitwell/stories/player/story-bar');
  mountStory(control as unknown as Control);
}

/** The hosted checkout, on the data shared by all tabs. */
export async function loadCheckout(): Promise<ReactElement> {
  document.title = 'Test checkout';
  const mocks = createMockBackend(kitwell, {
    ...browserData(kitwell),
    latency: noLatency,
    onDefect: 'answer',
    storeToken: kitwell.accounts.storeToken,
    openHome: () => location.assign(pageUrl('dashboard')),
  });
  const { db } = mocks;
  const id = new URLSearchParams(location.search).get('session_id') ?? '';
  const settle = async (outcome: CheckoutOutcome) => {
    await settleCheckout(db, id, outcome);
    const path = returnPath(id, outcome);
    if (path !== null) location.assign(pageUrl(path));
  };
  // Data that can't be read has no such session.
  const session = await findCheckout(db, id).catch(() => null);
  void continueStory(mocks);
  return <CheckoutPage session={session} settle={settle} dashboardUrl={pageUrl('dashboard')} />;
}
