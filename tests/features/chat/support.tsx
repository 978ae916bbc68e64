import { screen, within } from '@testing-library/react';
import { renderApp } from '@tests/support/app';

export const hero = () =>
  screen.findByRole('button', { name: 'For Patients: AI Diagnosis & Easy Provider Booking!' });

/** Opens the landing page's chat from the hero, as a visitor does. */
export async function openChat() {
  const view = renderApp('/');
  await view.user.click(await hero());
  const chat = await screen.findByRole('dialog', { name: /^Chat with/ });
  const input = within(chat).getByLabelText('Message');
  return { ...view, chat, input };
}

/** The lines of the conversation without their authors. */
export const lines = (chat: HTMLElement): (string | undefined)[] =>
  [...within(chat).getByRole('log').querySelectorAll('p')].map((line) =>
    line.textContent?.replace(/^(You|Kitwell): /, ''),
  );
