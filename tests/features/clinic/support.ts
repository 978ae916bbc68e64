import { screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { renderApp } from '@tests/support/app';
import { writeStored } from '@/lib/storage';
import type { MockServer } from '@/mocks/node';

/** Opens a tab of the clinic profile as a provider does. */
export async function openClinic(server: MockServer, tab: 'Profile' | 'Sample Testing Lab') {
  await server.as('provider');
  // Opened directly: the Patients section fetches the lab, too.
  writeStored('activeOption', 'clinicProfile');
  const view = renderApp('/dashboard');
  await view.user.click(await screen.findByRole('tab', { name: tab }));
  return { ...view, panel: await screen.findByRole('tabpanel', { name: tab }) };
}

export async function retype(user: UserEvent, field: HTMLElement, text: string) {
  await user.clear(field);
  if (text !== '') await user.paste(text);
}
