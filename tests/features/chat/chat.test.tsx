import { screen, waitFor, within } from '@testing-library/react';
import { startMockServer } from '@tests/support/mock-server';
import { pauseResponses } from '@tests/support/pause-responses';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { setReportSink } from '@/lib/report';
import { hero, lines, openChat } from './support';

const sending = 'POST /api/chat';
const server = startMockServer({ patients: 1 });
const reported = vi.fn();
beforeEach(async () => {
  await server.reset();
  setReportSink(reported);
});
afterEach(() => {
  reported.mockClear();
});

describe('the chat', () => {
  it('asks whether you are a provider, then offers the topics, each of which leads to /info', async () => {
    for (const topic of ['Sexual Health', 'Cosmetics', 'IV Therapy']) {
      const { user, chat, router, unmount } = await openChat();
      expect(lines(chat)).toEqual(['Are you a Provider?']);
      expect(within(chat).queryByRole('button', { name: topic })).toBeNull();
      await user.click(within(chat).getByRole('button', { name: 'PROVIDER' }));
      expect(lines(chat)).toContain('Select a topic:');
      expect(within(chat).getByRole('button', { name: 'Sexual Health' })).toHaveFocus();
      await user.click(within(chat).getByRole('button', { name: topic }));
      await waitFor(() => expect(router.state.location.pathname).toBe('/info'));
      unmount();
    }
  });

  it('shows a message below the conversation while it is on its way', async () => {
    const answers = pauseResponses(server, { name: 'sendChatMessage', operation: sending }, ['ok']);
    const { user, chat, input } = await openChat();
    await user.type(input, 'hello{Enter}');
    expect(within(chat).getByText('hello')).toBeVisible();
    expect(lines(chat)).toEqual(['Are you a Provider?']);
    await answers.releaseNext();
    await within(chat).findByText(/^Hello! Ask me/);
    expect(lines(chat)).toHaveLength(3);
  });

  it('closes on Escape, gives the focus back to the hero, and keeps the conversation', async () => {
    const { user, chat, input } = await openChat();
    await user.type(input, 'hello{Enter}');
    await within(chat).findByText(/^Hello! Ask me/);
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(await hero()).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(lines(await screen.findByRole('dialog'))).toHaveLength(3);
    expect(input).toHaveFocus();
    await user.click(within(chat).getByRole('button', { name: 'Close chat' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('stays open while the rest of the page is used', async () => {
    const { user, chat } = await openChat();
    await user.click(screen.getByRole('button', { name: 'For Providers' }));
    await user.click(screen.getByRole('heading', { level: 1 }));
    expect(chat).toBeVisible();
  });
});
