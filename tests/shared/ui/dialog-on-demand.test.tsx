import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { dialogOnDemand } from '@/shared/ui/dialog-on-demand';

interface AddressProps {
  open: boolean;
  onClose: (reason: string) => void;
}

const Address = ({ open }: AddressProps) => (open ? <p>the address</p> : null);

function renderWith(load: () => Promise<typeof Address>) {
  const Dialog = dialogOnDemand<AddressProps>(load, ({ onClose }) => onClose('not loaded'));
  function Section() {
    const [open, setOpen] = useState(false);
    const [said, setSaid] = useState('');
    return (
      <>
        <input aria-label="Name" />
        <button type="button" onClick={() => setOpen(true)}>
          Add address
        </button>
        <p>{said}</p>
        <Dialog
          open={open}
          onClose={(reason) => {
            setSaid(reason);
            setOpen(false);
          }}
        />
      </>
    );
  }
  render(<Section />);
}

test('a dialog that could not be fetched says so, leaves what is under it, and comes with the next press', async () => {
  const user = userEvent.setup();
  let tries = 0;
  renderWith(async () => {
    tries += 1;
    if (tries === 1) throw new Error('no connection');
    return Address;
  });
  await user.type(screen.getByLabelText('Name'), 'Ada');
  await user.click(screen.getByRole('button', { name: 'Add address' }));
  expect(await screen.findByText('not loaded')).toBeVisible();
  expect(screen.getByLabelText('Name')).toHaveValue('Ada');
  await user.click(screen.getByRole('button', { name: 'Add address' }));
  expect(await screen.findByText('the address')).toBeVisible();
});

test('a dialog is not fetched before it is opened', async () => {
  let tries = 0;
  renderWith(async () => {
    tries += 1;
    return Address;
  });
  expect(tries).toBe(0);
  await userEvent.click(screen.getByRole('button', { name: 'Add address' }));
  expect(await screen.findByText('the address')).toBeVisible();
});
