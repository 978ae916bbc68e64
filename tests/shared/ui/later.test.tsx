import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { later } from '@/shared/ui/later';

test('a part that can’t be fetched takes nothing else down, and comes when the connection is back', async () => {
  let isOnline = false;
  const part = later(async () => {
    if (!isOnline) throw new Error('no connection');
    return () => <p>the notice</p>;
  });
  render(
    <>
      <input aria-label="Name" defaultValue="Ada" />
      {part}
    </>,
  );
  expect(await screen.findByLabelText('Name')).toHaveValue('Ada');
  isOnline = true;
  fireEvent(window, new Event('online'));
  expect(await screen.findByText('the notice')).toBeVisible();
  expect(screen.getByLabelText('Name')).toHaveValue('Ada');
});
