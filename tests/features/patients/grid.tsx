import { act, screen } from '@testing-library/react';
import { renderPart } from '@tests/support/app';
import { startMockServer } from '@tests/support/mock-server';
import { beforeEach } from 'vitest';
import { PatientsSection } from '@/features/patients/patients-section';
import { clearStored } from '@/lib/storage';

/** A server for a test file, with a provider signed in and empty storage before each test. */
export function serverForProvider() {
  const server = startMockServer();
  beforeEach(async () => {
    await server.reset();
    clearStored();
    await server.as('provider');
  });
  return server;
}

/** Opens Add Patients; `pasteAt` pastes as from a spreadsheet. */
export async function openGrid() {
  const view = renderPart(<PatientsSection />);
  await screen.findByLabelText('Name, row 1');
  const pasteAt = async (target: HTMLElement, text: string) => {
    act(() => target.focus());
    await view.user.paste(text);
  };
  return { ...view, pasteAt };
}

export const cell = (column: string, row: number) => screen.getByLabelText(`${column}, row ${row}`);

/** A complete patient as clipboard text of a spreadsheet program. */
export const line = (name: string) =>
  `${name}\t${name.toLowerCase()}@example.com\t+1 555 010 0100\t36\t1 Main St\tBoston\t02101\tMA\tUnited States`;

export const saveAll = () => screen.getByRole('button', { name: 'Save All' });
