import { act, screen } from '@testing-library/react';
import { renderPart } from '@tests/support/app';
import { PatientsSection } from '@/features/patients/patients-section';

/** Opens Add Patients; `pasteAt` pastes like a spreadsheet user does. */
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

/** A complete patient, as a spreadsheet program puts one on the clipboard. */
export const line = (name: string) =>
  `${name}\t${name.toLowerCase()}@example.com\t+1 555 010 0100\t36\t1 Main St\tBoston\t02101\tMA\tUnited States`;

export const saveAll = () => screen.getByRole('button', { name: 'Save All' });
