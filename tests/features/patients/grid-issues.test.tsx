import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { cell, line, openGrid, saveAll, serverForProvider } from './grid';

const server = serverForProvider();

/** One patient as clipboard text. */
const patient = (name: string, { email = 'a@example.com', phone = '+1 617 555 0123', age = '36' } = {}) =>
  `${name}\t${email}\t${phone}\t${age}\t1 Main St\tBoston\t02101\tMA\tUnited States`;

const bar = () => screen.findByText(/to check:/);

describe('what to check in the grid', () => {
  it('names the field and the fault in each row, and counts them by kind', async () => {
    const { pasteAt } = await openGrid();
    await pasteAt(
      cell('Name', 1),
      [
        patient('Ava Thompson', { email: 'ava' }),
        patient('Noah Ramirez', { email: 'noah@example.com', phone: '12', age: '121' }),
        patient('Mia Wong', { email: 'mia@example.com', age: '130' }),
        patient('Liam Novak', { email: 'liam@example.com' }),
      ].join('\n'),
    );
    expect(await bar()).toHaveTextContent('3 rows to check: 1 email, 1 phone number, 2 ages out of range');
    expect(cell('Email', 1)).toBeInvalid();
    expect(cell('Email', 1)).toHaveAccessibleDescription('Email: not an email address');
    expect(cell('Phone', 2)).toHaveAccessibleDescription(
      'Phone: too short or too long Age: not from 0 to 120',
    );
    expect(cell('Age', 4)).not.toBeInvalid();
    expect(screen.getByText('1 patient ready to save, 3 to check')).toBeVisible();
  });

  it('a value is not called doubtful before it is typed to the end', async () => {
    const { user, pasteAt } = await openGrid();
    await pasteAt(cell('Name', 2), patient('Mia Wong', { email: 'ava' }));
    expect(await bar()).toHaveTextContent('1 row to check: 1 email');
    await user.type(cell('Email', 1), 'ava');
    // The other row shows that the rows were compared with what is typed by now.
    expect(await screen.findByText('Same email as row 1')).toBeVisible();
    await waitFor(async () =>
      expect(await bar()).toHaveTextContent('1 row to check: 1 possible duplicate, 1 email'),
    );
    expect(cell('Email', 1)).not.toBeInvalid();
    expect(cell('Email', 1)).not.toHaveAccessibleDescription();
    await user.tab();
    expect(cell('Email', 1)).toBeInvalid();
    expect(cell('Email', 1)).toHaveAccessibleDescription('Email: not an email address Same email as row 2');
    await waitFor(async () =>
      expect(await bar()).toHaveTextContent('2 rows to check: 2 possible duplicates, 2 emails'),
    );
  });

  it('Next issue goes from cell to cell and starts over', async () => {
    const { user, pasteAt } = await openGrid();
    await pasteAt(
      cell('Name', 2),
      [
        patient('Ava Thompson', { email: 'ava@example.com', age: '121' }),
        patient('Noah Ramirez', { email: 'noah@example.com' }),
        patient('Mia Wong', { email: 'mia' }),
      ].join('\n'),
    );
    await bar();
    const next = screen.getByRole('button', { name: 'Next issue' });
    for (const [column, row] of [
      ['Age', 2],
      ['Email', 4],
      ['Age', 2],
    ] as const) {
      await user.click(next);
      expect(cell(column, row)).toHaveFocus();
    }
  });
});

describe('a row that the server rejects', () => {
  /** An email that a patient of the clinic has. */
  function emailOfPatient(): string {
    const row = server.db.list('patients').find((each) => 'clinic_id' in each);
    return row !== undefined && 'patient_email' in row ? String(row.patient_email) : '';
  }
  const rejected = /1 rejected by the server/;

  it('is marked at its email until that is changed', async () => {
    const { user, pasteAt } = await openGrid();
    const email = emailOfPatient();
    await pasteAt(cell('Name', 1), [line('Noah'), patient('Ava Thompson', { email })].join('\n'));
    await user.click(saveAll());
    await waitFor(async () => expect(await bar()).toHaveTextContent(rejected));
    expect(cell('Email', 2)).toBeInvalid();
    expect(cell('Email', 2)).toHaveAccessibleDescription(/a patient with the email .* already exists/);
    expect(cell('Email', 1)).not.toBeInvalid();
    act(() => cell('Email', 2).focus());
    await user.clear(cell('Email', 2));
    await user.type(cell('Email', 2), 'ava.thompson@example.net');
    await user.tab();
    await waitFor(() => expect(screen.queryByText(rejected)).toBeNull());
    expect(cell('Email', 2)).not.toBeInvalid();
  });

  it('has no mark once the rows are sent again, and none where the failure was not about the rows', async () => {
    const { user, pasteAt } = await openGrid();
    await pasteAt(cell('Name', 1), patient('Noah Ramirez', { email: 'noah@example.com', phone: '12' }));
    await user.click(saveAll());
    await waitFor(async () => expect(await bar()).toHaveTextContent(rejected));
    server.set('POST /patient/add-patients', '500', { times: 1 });
    await user.click(saveAll());
    await waitFor(() => expect(screen.queryByText(rejected)).toBeNull());
    expect(cell('Phone', 1)).not.toBeInvalid();
  });
});
