import { createSignal } from '@kitwell/mock-engine/world/signal';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { StoryBar } from '@/mocks/kitwell/stories/player/story-bar';
import type { StoryState } from '@/mocks/kitwell/stories/player/story-player';
import { openStory } from '@/mocks/kitwell/stories/player/story-world';
import { stories, storyAfter, storyCalled } from '@/mocks/kitwell/stories/stories';
import { createMockServer } from '@/mocks/node';
import { openTab } from '../support/panel';

/** By hand: the demos that the product promises. */
const promised = [
  ['first-day', 'A clinic’s first day'],
  ['card-declined', 'Card declined'],
  ['not-authorized', 'Patient not authorized'],
  ['network-lost', 'Network lost during Save All'],
  ['kit-followed-home', 'Kit followed home'],
] as const;

describe('the stories', () => {
  it('are the five', () => {
    expect(stories.map(({ id, title }) => [id, title])).toEqual(promised);
  });

  it.each(stories)('$id: its answers exist in the contract, and its rows in its data', async (story) => {
    const mock = createMockServer({ preset: story.preset, start: '2026-03-02' });
    await mock.ready;
    for (const change of story.steps.flatMap((step) => step.change ?? [])) {
      // Throws for an unknown operation or branch.
      if ('set' in change) mock.set(change.set, change.branch);
      if ('clear' in change) mock.clear(change.clear);
      if ('remove' in change) expect(await mock.db.remove(change.remove, change.id)).toBe(true);
    }
  });

  it.each(stories)('$id: its captions can be read at a glance', ({ steps }) => {
    for (const { caption } of steps) expect(caption.length).toBeLessThanOrEqual(160);
  });

  it.each(stories)('$id: its end lists three points, a line each', ({ takeaways: shown }) => {
    expect(shown).toHaveLength(3);
    for (const point of shown) expect(point.length).toBeLessThanOrEqual(80);
  });

  it('follow each other, and the last one is followed by the first', () => {
    const order = stories.map((story) => storyAfter(story).id);
    expect(order).toEqual([
      'card-declined',
      'not-authorized',
      'network-lost',
      'kit-followed-home',
      'first-day',
    ]);
  });
});

describe('a link to a step', () => {
  beforeEach(() => {
    localStorage.clear();
    sessionStorage.clear();
  });

  const control = async () => {
    const mock = createMockServer({ preset: 'large', patients: 2 });
    await mock.ready;
    return mock;
  };

  it('begins with the same data at the same time, signed in, on the section of the first step', async () => {
    const mock = await control();
    mock.set('POST /auth/login', '500');
    await openStory(mock, storyCalled('kit-followed-home'), 4);
    expect(mock.choice()).toMatchObject({ preset: 'demo', seed: 1 });
    expect(mock.clock.now().toISOString()).toBe('2026-03-02T09:00:00.000Z');
    expect(mock.clock.isRunning()).toBe(false);
    expect(mock.scenario().overrides).toEqual([]);
    expect(localStorage.getItem('account')).toBe('provider@kitwell.test');
    expect(localStorage.getItem('activeOption')).toBe('authenticate');
    expect(mock.db.list('orders')).not.toContainEqual(expect.objectContaining({ patient_id: 'P-1001' }));
  });
});

/** The bar of a story whose player does nothing by itself. */
function renderBar(phase: StoryState['phase']) {
  const [story] = stories;
  if (!story) throw new Error('There is no story.');
  const changed = createSignal();
  let state: StoryState = {
    story,
    step: 0,
    at: 0,
    phase,
    subject: null,
    spotlight: null,
    isSlow: false,
    problem: null,
    isPlaying: false,
  };
  const ignore = () => undefined;
  const player = {
    state: () => state,
    onChange: changed.onChange,
    ...{
      next: ignore,
      back: ignore,
      again: ignore,
      start: ignore,
      play: ignore,
      pause: ignore,
      close: ignore,
    },
    focus: () => 'next' as const,
  };
  render(<StoryBar player={player} onClose={ignore} />);
  return (next: Partial<StoryState>) =>
    act(() => {
      state = { ...state, ...next };
      changed.notify();
    });
}

describe('the bar of a story', () => {
  it('keeps the focus and screen readers out of the page that it covers, then has the focus itself', async () => {
    const page = document.createElement('main');
    document.body.append(page);
    onTestFinished(() => page.remove());
    const set = renderBar('preparing');
    expect(page).toHaveAttribute('inert');
    const dialog = document.createElement('div');
    document.body.append(dialog);
    onTestFinished(() => dialog.remove());
    await waitFor(() => expect(dialog).toHaveAttribute('inert'));
    expect(screen.getByRole('region', { name: /^Story: / }).closest('[inert]')).toBeNull();
    set({ phase: 'shown' });
    for (const part of [page, dialog]) expect(part).not.toHaveAttribute('inert');
    expect(screen.getByRole('button', { name: 'Next' })).toHaveFocus();
  });

  it('says at its buttons what to press first', () => {
    const set = renderBar('shown');
    for (const name of ['Next', 'Play'])
      expect(screen.getByRole('button', { name })).toHaveAccessibleDescription(
        /joined\. .* Press Next to go on, or Play$/,
      );
    set({ step: 1 });
    expect(screen.getByRole('button', { name: 'Next' })).toHaveAccessibleDescription(
      'First the lab that tests the samples. You type its address once.',
    );
  });
});

describe('the Stories tab', () => {
  it('lists each story with its summary, and asks before it replaces the data', async () => {
    const { user } = await openTab('Stories');
    const items = screen.getAllByRole('listitem');
    expect(items).toHaveLength(promised.length);
    for (const [index, [, title]] of promised.entries()) {
      const item = within(items[index] as HTMLElement);
      expect(item.getByRole('heading', { name: title })).toBeVisible();
      await user.click(item.getByRole('button', { name: `Start “${title}”` }));
      expect(item.getByRole('button', { name: `Yes, start “${title}”` })).toHaveFocus();
      await user.click(item.getByRole('button', { name: 'No' }));
    }
  });
});
