import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createMockServer, type MockServer } from '@/mocks/node';
import { mountPanel } from '@/mocks/panel/mount';
import { widened } from '@/mocks/panel/page-room';
import { clearLayout, panelParts, showPanel } from '../support/panel';

let mock: MockServer;
let parts: ReturnType<typeof panelParts>;

beforeEach(async () => {
  clearLayout();
  inWindowOf(1024);
  mock = createMockServer({ preset: 'empty' });
  await mock.ready;
  parts = panelParts(mock);
});

const show = () => showPanel(parts.context);
/** Restored before each test. */
function inWindowOf(width: number): void {
  Reflect.set(window, 'innerWidth', width);
  window.dispatchEvent(new Event('resize'));
}
const inNewTab = () => {
  window.name = '';
};
const badge = () => screen.getByRole('button', { name: 'Demo data' });
const mail = {
  id: 'm1',
  to: 'ada@example.com',
  kind: 'otp',
  subject: 'Your code',
  text: 'Enter it.',
  at: '2026-03-02T09:00:00Z',
};

describe('the demo panel', () => {
  it('is opened by the badge and closed by Escape, which gives the focus back', async () => {
    const user = userEvent.setup();
    show();
    await user.click(badge());
    expect(await screen.findByRole('dialog', { name: 'Demo data' })).toBeVisible();
    expect(await screen.findByText('No mail yet')).toBeVisible();
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(badge()).toHaveFocus();
  });

  it('opens and closes by Ctrl and the full stop', async () => {
    const user = userEvent.setup();
    show();
    await user.keyboard('{Control>}.{/Control}');
    expect(await screen.findByRole('dialog')).toBeVisible();
    await user.keyboard('{Control>}.{/Control}');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('hears the shortcut as soon as the badge is there', async () => {
    // React must render as in a browser: `act`, and what waits with it, would run all effects at once.
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
    const seen = new MutationObserver(() => {
      if (!document.querySelector('[data-badge]')) return;
      seen.disconnect();
      window.dispatchEvent(new KeyboardEvent('keydown', { key: '.', ctrlKey: true }));
    });
    seen.observe(document.body, { childList: true, subtree: true });
    const unmount = mountPanel(parts.context);
    try {
      await vi.waitFor(() => expect(screen.getByRole('dialog', { name: 'Demo data' })).toBeVisible());
    } finally {
      unmount();
      vi.unstubAllGlobals();
    }
  });

  it('shows a mail as it is sent, newest first, with its code to copy and its link to open', async () => {
    const user = userEvent.setup();
    show();
    await user.click(badge());
    await screen.findByText('No mail yet');
    await mock.db.insert('mails', { ...mail, code: '123456' });
    await mock.db.insert('mails', {
      ...mail,
      id: 'm2',
      subject: 'Confirm',
      link: 'http://app.test/confirm-address/abc',
    });
    const [newest, oldest] = await screen.findAllByRole('listitem');
    expect(within(newest as HTMLElement).getByRole('link', { name: 'Open link' })).toHaveAttribute(
      'href',
      'http://app.test/confirm-address/abc',
    );
    await user.click(within(oldest as HTMLElement).getByRole('button', { name: 'Copy code' }));
    expect(await navigator.clipboard.readText()).toBe('123456');
    expect(await within(oldest as HTMLElement).findByText('Copied')).toBeVisible();
  });

  it('reports what happened to the mock itself', async () => {
    const user = userEvent.setup();
    show();
    await user.click(badge());
    await screen.findByRole('dialog');
    parts.notes.add('The stored demo data was of another version and was replaced by fresh data.');
    expect(await screen.findByText(/replaced by fresh data/)).toBeVisible();
  });

  it('shows on the badge what the page has to do without, each item once', async () => {
    show();
    parts.notes.add('The storage failed.', { badge: 'this tab only' });
    parts.notes.add('The storage is locked.', { badge: 'this tab only' });
    parts.notes.add('The worker did not start.', { badge: 'no service worker' });
    expect(
      await screen.findByRole('button', { name: 'Demo data, this tab only, no service worker' }),
    ).toBeVisible();
  });

  it('returns the focus to where it was before the shortcut', async () => {
    const user = userEvent.setup();
    render(<input aria-label="A field of the page" />);
    show();
    await user.click(screen.getByRole('textbox', { name: 'A field of the page' }));
    await user.keyboard('{Control>}.{/Control}');
    expect(await screen.findByRole('heading', { name: /Demo data/ })).toHaveFocus();
    await user.keyboard('{Escape}');
    expect(screen.getByRole('textbox', { name: 'A field of the page' })).toHaveFocus();
  });

  it('is found again where it was left, without taking the focus from the page', async () => {
    const user = userEvent.setup();
    inWindowOf(1440);
    const unmount = show();
    await user.click(badge());
    await user.click(await screen.findByRole('tab', { name: 'Clock' }));
    await user.click(screen.getByRole('button', { name: 'Make larger' }));
    // Login clears both storages, so the layout must not be stored there.
    localStorage.clear();
    sessionStorage.clear();
    unmount();
    show();
    expect(await screen.findByRole('tab', { name: 'Clock', selected: true })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Make smaller' })).toBeVisible();
    expect(document.body).toHaveFocus();
  });

  it('stays closed in a new tab, which begins with the last place and section', async () => {
    const user = userEvent.setup();
    inWindowOf(1440);
    const unmount = show();
    await user.click(badge());
    await user.click(await screen.findByRole('tab', { name: 'Clock' }));
    await user.click(screen.getByRole('button', { name: 'Make larger' }));
    unmount();
    inNewTab();
    show();
    await user.click(badge());
    expect(await screen.findByRole('tab', { name: 'Clock', selected: true })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Make smaller' })).toBeVisible();
  });

  it('keeps the section of this tab when another tab opens another one', async () => {
    const user = userEvent.setup();
    const unmount = show();
    await user.click(badge());
    await user.click(await screen.findByRole('tab', { name: 'Clock' }));
    unmount();
    const here = window.name;
    inNewTab();
    const unmountOther = show();
    await user.click(badge());
    await user.click(await screen.findByRole('tab', { name: 'Data' }));
    unmountOther();
    window.name = here;
    show();
    expect(await screen.findByRole('tab', { name: 'Clock', selected: true })).toBeVisible();
  });

  it('is beside the page from 1200 px, and below it in narrower windows', async () => {
    const user = userEvent.setup();
    inWindowOf(1200);
    show();
    await user.click(badge());
    const { dataset } = document.documentElement;
    expect(await screen.findByRole('separator', { name: 'Width of the control room' })).toBeVisible();
    expect(dataset.room).toBe('end');
    act(() => inWindowOf(1199));
    expect(screen.getByRole('separator', { name: 'Height of the control room' })).toBeVisible();
    expect(dataset.room).toBe('bottom');
    await user.keyboard('{Escape}');
    expect(dataset.room).toBeUndefined();
  });

  it('is resized with the arrow keys, within limits, and leaves the page 768 px', async () => {
    const user = userEvent.setup();
    inWindowOf(1440);
    show();
    await user.click(badge());
    const width = await screen.findByRole('separator', { name: 'Width of the control room' });
    act(() => width.focus());
    await user.keyboard('{ArrowLeft}');
    expect(width).toHaveAttribute('aria-valuenow', '448');
    await user.keyboard('{End}');
    expect(width).toHaveAttribute('aria-valuenow', '672');
    await user.keyboard('{ArrowLeft}');
    expect(width).toHaveAttribute('aria-valuenow', '672');
    await user.keyboard('{Home}{ArrowRight}');
    expect(width).toHaveAttribute('aria-valuenow', '352');
    act(() => inWindowOf(390));
    const height = screen.getByRole('separator', { name: 'Height of the control room' });
    act(() => height.focus());
    await user.keyboard('{ArrowUp}');
    expect(height).toHaveAttribute('aria-valuetext', '60 %');
    await user.click(screen.getByRole('button', { name: 'Make smaller' }));
    expect(height).toHaveAttribute('aria-valuetext', '30 %');
    await user.click(screen.getByRole('button', { name: 'Make larger' }));
    expect(height).toHaveAttribute('aria-valuetext', '70 %');
  });

  it('leaves a dialog of the page more room below 1200 px, while it is open', async () => {
    const user = userEvent.setup();
    inWindowOf(390);
    show();
    await user.click(badge());
    const height = await screen.findByRole('separator', { name: 'Height of the control room' });
    expect(height).toHaveAttribute('aria-valuetext', '55 %');
    const dialog = document.createElement('div');
    dialog.setAttribute('role', 'dialog');
    document.body.append(dialog);
    await waitFor(() => expect(height).toHaveAttribute('aria-valuetext', '35 %'));
    dialog.remove();
    await waitFor(() => expect(height).toHaveAttribute('aria-valuetext', '55 %'));
  });

  it('shows on the badge that answers are overridden, for as long as they are', async () => {
    show();
    mock.set('POST /auth/login', '500');
    mock.chaos({ rate: 0.1 });
    expect(await screen.findByRole('button', { name: 'Demo data, 1 overridden, chaos' })).toBeVisible();
    await mock.reset();
    expect(await screen.findByRole('button', { name: 'Demo data' })).toBeVisible();
  });

  it('moves from tab to tab by the arrow keys', async () => {
    const user = userEvent.setup();
    show();
    await user.click(badge());
    await user.click(await screen.findByRole('tab', { name: 'Scenarios' }));
    await user.keyboard('{ArrowRight}');
    expect(await screen.findByRole('tab', { name: 'Stories', selected: true })).toHaveFocus();
    await user.keyboard('{End}');
    expect(await screen.findByRole('tab', { name: 'Clock', selected: true })).toHaveFocus();
  });
});

describe('the media queries of the page beside it', () => {
  it.each([
    ['(min-width: 40rem)', '(min-width: 1040px)'],
    ['not all and (min-width: 64rem)', 'not all and (min-width: 1424px)'],
    ['(48rem <= width < 64rem)', '(1168px <= width < 1424px)'],
    ['only screen and (max-width: 480px)', 'only screen and (max-width: 880px)'],
    ['(min-width: 48rem) and (min-height: 30rem)', '(min-width: 1168px) and (min-height: 30rem)'],
    ['(prefers-reduced-motion: reduce)', '(prefers-reduced-motion: reduce)'],
  ])('%s asks for the part of the window that the page has', (condition, shifted) => {
    expect(widened(condition, 400)).toBe(shifted);
  });
});
