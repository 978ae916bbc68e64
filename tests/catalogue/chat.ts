import { screen, within } from '@testing-library/react';
import { expect } from 'vitest';
import { openPage, press } from './page-actions';
import type { PageDriver } from './page-driver';
import { type Area, silent, unanswered } from './rows';

const question = 'Do you deliver to Alaska?';
const input = () => screen.getByLabelText<HTMLInputElement>('Message');
const conversation = () => within(screen.getByRole('log', { name: 'Conversation' }));

const sendMessage: PageDriver = {
  async open(server) {
    const stage = openPage(server, '/');
    await press(stage.user, 'For Patients: AI Diagnosis & Easy Provider Booking!');
    await stage.user.click(await screen.findByLabelText('Message'));
    await stage.user.paste(question);
    return stage;
  },
  call: async ({ user }) => user.type(input(), '{Enter}'),
  async inputStays({ user }) {
    expect(conversation().queryByText(question)).toBeNull();
    expect(input()).toHaveValue('');
    // ArrowUp restores the text that could not be sent.
    await user.type(input(), '{ArrowUp}');
    expect(input()).toHaveValue(question);
  },
  async done() {
    expect(await conversation().findByText(question)).toBeVisible();
    expect(input()).toHaveValue('');
  },
};

export const chat = {
  'POST /api/chat': {
    auth: 'none',
    status: 200,
    sends: 'message',
    toasts: 'top-right',
    rows: {
      ok: silent,
      '400': silent,
      '500': silent,
      'wrong-2xx': silent,
      malformed: silent,
      ...unanswered(silent),
    },
    driver: sendMessage,
  },
} satisfies Area;
