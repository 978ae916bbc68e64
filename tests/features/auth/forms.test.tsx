import { screen, within } from '@testing-library/react';
import { renderApp } from '@tests/support/app';
import { startMockServer } from '@tests/support/mock-server';
import { beforeEach, describe, expect, it } from 'vitest';
import { clearStored } from '@/lib/storage';

startMockServer({ patients: 2 });
beforeEach(() => clearStored());

/** The labels of a form's fields in order; `required` lists the required ones. */
function fieldsOf(form: HTMLElement) {
  const controls = [
    ...form.querySelectorAll<HTMLInputElement>('input:not([type=checkbox], [aria-hidden]), select'),
  ];
  return controls.map((control) => control.labels?.[0]?.textContent?.replace(/\s*\*$/, '') ?? '');
}

async function openForm(path: string, title: string): Promise<HTMLElement> {
  renderApp(path);
  await screen.findByRole('heading', { level: 1, name: title });
  const form = screen.getByRole('main').querySelector('form');
  if (form === null) throw new Error(`${path} has no form`);
  return form;
}

describe('the forms of §2', () => {
  it('Register as Provider asks for everything that the specification names', async () => {
    const form = await openForm('/provider-signup', 'Register as Provider');
    expect(fieldsOf(form)).toEqual([
      'Email',
      'Phone Number',
      'Password',
      'Confirm Password',
      'Provider Name',
      'Street',
      'City',
      'Postal Code',
      'State',
      'Country',
      'Address Line 2',
    ]);
    expect(screen.getByRole('checkbox')).not.toBeChecked();
    expect(screen.getByLabelText('Email')).toHaveAttribute('type', 'email');
    const phone = screen.getByLabelText('Phone Number');
    expect(phone).toHaveAttribute('placeholder', expect.stringMatching(/country code/i));
    expect(phone).toHaveAttribute('maxlength', '15');
    expect(screen.getByLabelText('Street')).toHaveAttribute('role', 'combobox');
    expect(screen.getByLabelText('Address Line 2')).not.toBeRequired();
  });
});

describe('the terms', () => {
  it('show the text of §1, and only "I agree" ticks the box', async () => {
    renderApp('/provider-signup');
    const box = await screen.findByRole('checkbox', { name: /I agree to the Terms/ });
    box.click();
    const terms = await screen.findByRole('dialog', { name: 'Terms and Conditions' });
    const said = terms.textContent ?? '';
    for (const text of [
      'Sign-up terms',
      'only distributes sample-collection kits',
      'do not perform any testing',
      'Nothing here is medical advice',
      'Payment terms',
      'The price at checkout includes taxes and shipping.',
      'All sales are final. We do not accept returns.',
      'replaced free of charge if reported within [timeframe, e.g. 7 days]',
      'limited to the replacement cost',
    ])
      expect(said).toContain(text);
    within(terms).getByRole('button', { name: 'Close' }).click();
    expect(box).not.toBeChecked();
    box.click();
    within(await screen.findByRole('dialog', { name: 'Terms and Conditions' }))
      .getByRole('button', { name: 'I agree' })
      .click();
    await screen.findByRole('checkbox', { name: /I agree to the Terms/, checked: true });
  });
});
