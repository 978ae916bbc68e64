import type { MockControl } from '@kitwell/mock-engine/control';
import { pageUrl } from '@kitwell/mock-engine/hosts/browser-data';
import { days } from '@kitwell/mock-engine/world/world';
import { kitwell } from '@/mocks/kitwell/kitwell';
import { type Change, type Story, type StoryPage, storyStart } from '@/mocks/kitwell/stories/stories';
import { readLayout, storeLayout } from '@/mocks/panel/panel-layout';
import { type Progress, readProgress, storeProgress } from './story-progress';

/** Of the page's backend; the checkout page has one that answers no calls. */
export type Control = Omit<MockControl, 'ready'>;

export async function applyChange(control: Control, change: Change): Promise<void> {
  if ('days' in change) await control.clock.advance(days(change.days), { byHand: true });
  else if ('remove' in change) await control.db.remove(change.remove, change.id);
  else if ('clear' in change) control.clear(change.clear);
  else
    control.set(change.set, change.branch, change.times === undefined ? undefined : { times: change.times });
}

/** Loads a page. Stays if signing in does not leave the page, which is not rendered yet then. */
export async function openPage(control: Control, page: StoryPage): Promise<void> {
  const { as, section, linkOf, mailbox } = page;
  storeLayout(kitwell.name, {
    ...readLayout(kitwell.name),
    ...(mailbox ? { isOpen: true, tab: 'mail' } : { isOpen: false }),
  });
  if (as !== undefined) await control.as(as);
  if (section !== undefined) localStorage.setItem('activeOption', section);
  if (as !== undefined) return;
  const mail = linkOf && control.mail.list().findLast(({ kind }) => kind === linkOf);
  if (linkOf && !mail?.link) throw new Error(`The mailbox has no ${linkOf} mail with a link.`);
  location.assign(mail?.link ?? pageUrl('dashboard'));
}

/**
 * Prepares a story: fresh data, the clock stopped, signed in. The player of the page goes on from there.
 *
 * @param step counted from 1
 */
export async function openStory(control: Control, story: Story, step: number): Promise<void> {
  const { id, preset, steps } = story;
  const { focus = null } = readProgress() ?? {};
  sessionStorage.clear();
  await control.reset({ preset, seed: 1, start: storyStart });
  await control.clock.stop();
  const { latency } = control.scenario();
  control.latency(0, 0);
  const [{ change = [], open }] = steps;
  for (const each of change) await applyChange(control, each);
  const progress: Progress = {
    id,
    step: step - 1,
    at: 0,
    done: change.length + 1,
    isQuick: true,
    isShown: false,
    isPlaying: false,
    focus: focus ?? 'next',
    latency,
  };
  storeProgress(progress);
  await openPage(control, open);
}
