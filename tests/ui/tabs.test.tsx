import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { TextInput } from '@/ui/form/field';
import { Tabs } from '@/ui/layout/tabs';

type Value = 'add' | 'update' | 'archive';

function PatientTabs({ keepMounted = false }: { keepMounted?: boolean }) {
  const [value, setValue] = useState<Value>('add');
  return (
    <Tabs<Value>
      label="Patients"
      value={value}
      onValueChange={setValue}
      keepMounted={keepMounted}
      tabs={[
        { value: 'add', label: 'Add Patients', content: <TextInput aria-label="Name" /> },
        { value: 'update', label: 'Update Patients', content: <p>Update panel</p> },
        { value: 'archive', label: 'Archive', content: <p>Archive panel</p> },
      ]}
    />
  );
}

test('arrows, Home and End choose a tab and show its panel', async () => {
  const user = userEvent.setup();
  render(<PatientTabs />);
  await user.click(screen.getByRole('tab', { name: 'Add Patients' }));
  await user.keyboard('{ArrowRight}');
  // A held key moves once.
  fireEvent.keyDown(screen.getByRole('tab', { name: 'Update Patients' }), {
    key: 'ArrowRight',
    repeat: true,
  });
  expect(screen.getByRole('tab', { name: 'Update Patients' })).toHaveFocus();
  expect(screen.getByRole('tab', { name: 'Update Patients' })).toHaveAttribute('aria-selected', 'true');
  expect(await screen.findByText('Update panel')).toBeVisible();
  await user.keyboard('{End}');
  expect(await screen.findByText('Archive panel')).toBeVisible();
  await user.keyboard('{Home}');
  expect(await screen.findByRole('tabpanel', { name: 'Add Patients' })).toBeVisible();
});

test('kept panels keep what was typed into them', async () => {
  const user = userEvent.setup();
  render(<PatientTabs keepMounted />);
  await user.type(screen.getByLabelText('Name'), 'Ana');
  await user.click(screen.getByRole('tab', { name: 'Update Patients' }));
  await waitFor(() => expect(screen.getByLabelText('Name')).not.toBeVisible());
  await user.click(screen.getByRole('tab', { name: 'Add Patients' }));
  expect(screen.getByLabelText('Name')).toHaveValue('Ana');
});
