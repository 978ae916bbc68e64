import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { MockServer } from '@/mocks/node';
import { openTab } from '../support/panel';

const ask = (mock: MockServer, name: string, body: object) =>
  mock.engine.answer(
    name,
    new Request('http://api.test/x', { method: 'POST', body: JSON.stringify(body) }),
    {},
  );
const steps = () => within(screen.getByRole('list', { name: 'Steps, newest first' }));
const here = () => screen.getByRole('button', { current: 'step' });
const ageOf = (mock: MockServer) => Reflect.get(mock.db.list('patients')[0] ?? {}, 'patient_age');

describe('the History tab', () => {
  it('lists each change of the data, newest first, and marks where the data is', async () => {
    const { mock, user } = await openTab('History', { preset: 'demo' });
    expect(await screen.findByText('No changes yet')).toBeVisible();
    await ask(mock, 'login', { email: 'provider@kitwell.test', password: 'wrong' });
    expect(screen.getByText('No changes yet')).toBeVisible();
    await mock.db.patch('patients', 'P-1001', { patient_age: 77, patient_city: 'Salem' });
    await ask(mock, 'sendOtp', { email: 'new@example.com', phoneNumber: '+12065550133' });
    expect(await screen.findByText('2 steps, 0 undone')).toBeVisible();
    const [newest, oldest] = steps().getAllByRole('listitem');
    expect(newest).toHaveTextContent(/POST \/.*otp.*2 rows changed/);
    expect(oldest).toHaveTextContent(/Edit in patients.*1 row changed/);
    expect(here()).toHaveAccessibleName(/^You are here: POST .*, step 2$/);
    await user.click(within(oldest as HTMLElement).getByText('Edit in patients'));
    const changed = within(within(oldest as HTMLElement).getByRole('list', { name: 'Changed rows' }));
    expect(changed.getAllByRole('listitem')).toHaveLength(1);
    expect(changed.getByText('patients P-1001')).toBeVisible();
    expect(changed.getAllByRole('term').map((term) => term.textContent)).toEqual([
      'patient_age',
      'patient_city',
    ]);
    expect(changed.getAllByRole('definition')[0]).toHaveTextContent(/^\d+ → 77$/);
  });

  it('undoes, redoes and jumps by keyboard', async () => {
    const { mock, user } = await openTab('History', { preset: 'demo' });
    const before = ageOf(mock);
    for (const age of [71, 72, 73]) await mock.db.patch('patients', 'P-1001', { patient_age: age });
    expect(await screen.findByRole('button', { name: 'Redo' })).toBeDisabled();
    screen.getByRole('button', { name: 'Undo' }).focus();
    await user.keyboard('{Enter}');
    expect(await screen.findByText('3 steps, 1 undone')).toBeVisible();
    expect(ageOf(mock)).toBe(72);
    expect(here()).toHaveAccessibleName(/step 2$/);
    expect(steps().getAllByRole('listitem')[0]).toHaveTextContent('undone');
    const start = screen.getByRole('button', { name: 'Go to here: before the first step' });
    start.focus();
    await user.keyboard('{Enter}');
    expect(await screen.findByText('3 steps, 3 undone')).toBeVisible();
    expect(ageOf(mock)).toBe(before);
    expect(here()).toHaveFocus();
    expect(screen.getByRole('button', { name: 'Undo' })).toBeDisabled();
    await user.click(screen.getByRole('button', { name: /^Go to here: .*step 2$/ }));
    expect(await screen.findByText('3 steps, 1 undone')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Redo' }));
    expect(await screen.findByText('3 steps, 0 undone')).toBeVisible();
    expect(ageOf(mock)).toBe(73);
  });

  it('shows no password, token or code', async () => {
    const { mock, user } = await openTab('History', { preset: 'demo' });
    await mock.signIn('provider');
    await mock.db.patch('accounts', 'account-1', { password: 'Another1!' });
    await ask(mock, 'forgotPassword', { email: 'patient@kitwell.test' });
    await ask(mock, 'sendOtp', { email: 'new@example.com', phoneNumber: '+12065550133' });
    const secrets = [
      ...mock.db.list('otps').map((row) => Reflect.get(row, 'code')),
      ...[...mock.db.list('sessions'), ...mock.db.list('resets')].map((row) => Reflect.get(row, 'token')),
      'Another1!',
      'Provider1!',
    ];
    expect(await screen.findByText('4 steps, 0 undone')).toBeVisible();
    for (const item of steps().getAllByRole('listitem').slice(0, 4)) {
      const summary = item.querySelector('summary');
      if (summary) await user.click(summary);
    }
    expect(screen.getAllByRole('list', { name: 'Changed rows' })).toHaveLength(4);
    expect(document.body).toHaveTextContent('[hidden] is your Kitwell code');
    for (const secret of secrets) expect(document.body.innerHTML).not.toContain(secret);
  });

  it('leaves Ctrl+Z to the page', async () => {
    const { mock, user } = await openTab('History', { preset: 'demo' });
    await mock.db.patch('patients', 'P-1001', { patient_age: 77 });
    await user.keyboard('{Control>}z{/Control}');
    expect(await screen.findByText('1 step, 0 undone')).toBeVisible();
    expect(ageOf(mock)).toBe(77);
  });
});
