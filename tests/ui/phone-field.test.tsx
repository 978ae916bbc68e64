import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { beforeAll, expect, it, test } from 'vitest';
import { LiveRegion } from '@/ui/feedback/announce';
import { PhoneField, phoneLibrary } from '@/ui/form/phone-field';

const warning = 'Check this phone number and its country code.';

beforeAll(async () => {
  await phoneLibrary.load();
});

function Phone() {
  const [typed, setTyped] = useState('');
  return (
    <>
      <PhoneField
        label="Phone"
        typed={typed}
        error={undefined}
        hint="Yours"
        onChange={(event) => setTyped(event.target.value)}
      />
      <LiveRegion />
    </>
  );
}

async function type(text: string) {
  const user = userEvent.setup();
  render(<Phone />);
  const phone = screen.getByLabelText('Phone');
  await user.type(phone, text);
  return { user, phone };
}

it.each(['12', '5', '+1 206', '+1 206 555 01234', '555 0123', 'ask her'])(
  'warns of %s, which can’t be a phone number, and does not call it invalid',
  async (text) => {
    const { phone } = await type(text);
    expect(phone).toHaveAccessibleDescription(`${warning} Yours`);
    expect(phone).not.toBeInvalid();
    expect(phone).toHaveValue(text);
  },
);

it.each(['+1 206 555 0123', '(206) 555-0123', '2065550123', '+44 20 7946 0958', ' '])(
  'accepts %s without a warning',
  async (text) => {
    const { phone } = await type(text);
    expect(phone).toHaveAccessibleDescription('Yours');
  },
);

test('a screen reader hears the warning when the user leaves the field', async () => {
  const { user } = await type('12');
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
  await user.tab();
  expect(screen.getByRole('status')).toHaveTextContent(warning);
});
