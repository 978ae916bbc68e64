import 'fake-indexeddb/auto';
import { act, screen } from '@testing-library/react';
import { renderPart } from '@tests/support/app';
import { startMockServer } from '@tests/support/mock-server';
import { type ComponentProps, createRef } from 'react';
import { beforeEach } from 'vitest';
import { stopApp } from '@/app/app';
import { blankGridRow, readGrid } from '@/domain/storage-keys';
import { createGridIssues } from '@/features/patients/add/grid-issues';
import { createGridStore } from '@/features/patients/add/grid-store';
import { PatientGrid, type PatientGridHandle } from '@/features/patients/add/patient-grid';
import { PatientsSection } from '@/features/patients/patients-section';
import { clearDatabase, readDatabase } from '@/lib/database';
import { clearStored } from '@/lib/storage';
import { LiveRegion } from '@/ui/feedback/announce';

/** A server for a test file, with a provider signed in and empty storage before each test. */
export function serverForProvider() {
  const server = startMockServer();
  beforeEach(async () => {
    await server.reset();
    clearStored();
    await clearDatabase('kitwell-grid');
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

/** Leaves the page and opens it again. */
export function reload({ unmount }: Pick<Awaited<ReturnType<typeof openGrid>>, 'unmount'>) {
  window.dispatchEvent(new Event('pagehide'));
  unmount();
  stopApp();
  return openGrid();
}

/** What is stored of the signed-in provider's grid. */
export const storedGrid = async () =>
  readGrid(await readDatabase('kitwell-grid', localStorage.getItem('account') ?? ''));

/** Renders a grid with `rowCount` blank rows, followed by a button and a field. */
export function showGrid(rowCount: number, props: Partial<ComponentProps<typeof PatientGrid>> = {}) {
  const store = createGridStore(
    Array.from({ length: rowCount }, (_, index) => blankGridRow(`row-${index + 1}`)),
  );
  const view = renderPart(
    <>
      <PatientGrid
        store={store}
        issues={createGridIssues(store)}
        locked={false}
        kitNames={new Map()}
        onOpenAddress={() => undefined}
        onPasteText={() => false}
        onEmpty={() => undefined}
        handle={createRef<PatientGridHandle>()}
        {...props}
      />
      <button type="button">Elsewhere</button>
      <input aria-label="Search" />
      <LiveRegion />
    </>,
  );
  return { ...view, store };
}

export const cell = (column: string, row: number) => screen.getByLabelText(`${column}, row ${row}`);

/** A complete patient as clipboard text of a spreadsheet program. */
export const line = (name: string) =>
  `${name}\t${name.toLowerCase()}@example.com\t+1 555 010 0100\t36\t1 Main St\tBoston\t02101\tMA\tUnited States`;

export const saveAll = () => screen.getByRole('button', { name: 'Save All' });
