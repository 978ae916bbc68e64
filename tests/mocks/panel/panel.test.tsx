import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { createMockServer, type MockServer } from '@/mocks/node';
import { Panel } from '@/mocks/panel/panel';
import { clearLayout, panelParts } from '../support/panel';

let mock: MockServer;
let parts: ReturnType<typeof panelParts>;

beforeEach(async () => {
  clearLayout();
  mock = createMockServer({ preset: 'empty' });
  await mock.ready;
  parts = panelParts(mock);
});

const show = () => render(<Panel context={parts.context} />);
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
    ).toHaveTextContent('Demo data· this tab only· no service worker');
  });

  it('is found again where it was left, without taking the focus from the page', async () => {
    const user = userEvent.setup();
    const before = show();
    await user.click(badge());
    await user.click(await screen.findByRole('tab', { name: 'Clock' }));
    await user.click(screen.getByRole('button', { name: 'Move to the right' }));
    // Login clears local storage, so the position must not be stored there.
    localStorage.clear();
    before.unmount();
    show();
    expect(await screen.findByRole('tab', { name: 'Clock', selected: true })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Move to the left' })).toBeVisible();
    expect(document.body).toHaveFocus();
  });

  it('leaves alone what another tab has remembered while this one opened', async () => {
    const user = userEvent.setup();
    const before = show();
    await user.click(badge());
    await screen.findByRole('dialog');
    const opened = /kitwell-mock-panel=[^;]*/.exec(document.cookie)?.[0];
    before.unmount();
    clearLayout();
    let otherTab = () => void Reflect.set(document, 'cookie', `${opened}; Path=/`);
    const openedMeanwhile = {
      ...parts.context,
      get notes() {
        otherTab();
        otherTab = () => undefined;
        return parts.notes;
      },
    };
    render(<Panel context={openedMeanwhile} />).unmount();
    show();
    expect(await screen.findByRole('dialog', { name: 'Demo data' })).toBeVisible();
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
    expect(await screen.findByRole('tab', { name: 'Data', selected: true })).toHaveFocus();
    await user.keyboard('{End}');
    expect(await screen.findByRole('tab', { name: 'Clock', selected: true })).toHaveFocus();
  });
});
