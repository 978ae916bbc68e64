import type { MockControl } from '@kitwell/mock-engine/control';
import type { Mock } from '@kitwell/mock-engine/engine/mock';
import { createMockServer } from '@kitwell/mock-engine/hosts/vitest';
import { createNotes } from '@kitwell/mock-engine/world/notes';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { petShelter } from '../../../packages/mock-engine/examples/pets/pets';
import { showPanel } from '../support/panel';

const API = 'http://pets.test';

async function openRoom() {
  const shelter = createMockServer(petShelter, { hosts: { api: API } });
  await shelter.ready;
  const context = {
    mock: petShelter as unknown as Mock,
    control: shelter as unknown as MockControl,
    notes: createNotes(),
    onDataChange: shelter.onDataChange,
    onLogChange: shelter.engine.log.onChange,
    onScenarioChange: shelter.engine.scenario.onChange,
  } as const;
  showPanel(context);
  const user = userEvent.setup();
  await user.keyboard('{Control>}.{/Control}');
  return user;
}

it('shows the presets, accounts and tables of another product, and nothing of this one', async () => {
  const user = await openRoom();
  await user.click(await screen.findByRole('tab', { name: 'Scenarios' }));
  expect(screen.getByRole('button', { name: /^View as keeper/ })).toHaveTextContent('kim@shelter.test');
  expect(screen.getByText('two pets, one without a home')).toBeVisible();
  expect(screen.getByText('mock.fail=GET /pets:500')).toBeInTheDocument();
  expect(screen.queryByRole('tab', { name: 'Machines' })).toBeNull();

  await user.click(screen.getByRole('tab', { name: 'Data' }));
  expect(await screen.findByRole('table', { name: 'Rows of pets' })).toHaveTextContent('Rex');
  expect(screen.getAllByRole('spinbutton')).toEqual([screen.getByLabelText('Seed')]);

  await user.click(screen.getByRole('tab', { name: 'Clock' }));
  expect(await screen.findByRole('button', { name: '+ 1 hour' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Simulate inactivity' })).toBeNull();
});
