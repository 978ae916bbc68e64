import { screen, within } from '@testing-library/react';
import { renderApp } from '@tests/support/app';
import { expect, test } from 'vitest';
import { brand } from '@/lib/brand';

const titlesIn = (section: HTMLElement) =>
  within(section)
    .getAllByRole('heading', { level: 3 })
    .map(({ textContent }) => textContent);

test('the landing page shows what §2 lists', async () => {
  renderApp('/');
  const steps = await screen.findByRole('region', { name: 'How It Works' });
  expect(titlesIn(steps)).toEqual(['AI Diagnostics', 'Book a Consultation', 'Finalize Services']);

  expect(document.querySelector('input[disabled]')).not.toBeNull();
  expect(
    screen.getByRole('button', { name: 'For Patients: AI Diagnosis & Easy Provider Booking!' }),
  ).toBeEnabled();

  const onlyProviders = screen.getByText('Right now, we are only onboarding providers.').parentElement;
  expect(
    within(onlyProviders as HTMLElement).getByRole('link', { name: 'Register as Provider' }),
  ).toHaveAttribute('href', '/provider-signup');

  const services = screen.getByRole('region', { name: 'Providers Can Work With Us to Deliver Care' });
  expect(titlesIn(services)).toEqual(['Sexual Health', 'Cosmetics', 'IV Therapy']);
  for (const card of within(services).getAllByRole('article')) {
    expect(card.querySelector('svg')).not.toBeNull();
    expect(card.querySelector('p')).not.toBeEmptyDOMElement();
  }

  const features = screen.getByRole('region', { name: /Less paperwork/ });
  expect(titlesIn(features)).toEqual(['HIPAA Compliant Scheduling', 'AI Insights', 'Subscription Platform']);

  const partners = within(screen.getByRole('region', { name: 'Trusted by' }));
  expect(partners.getAllByRole('listitem')).toHaveLength(brand.partners.length);

  const main = screen.getByRole('main');
  expect(main).toHaveTextContent(/AI/);
  expect(main).toHaveTextContent(/at your door|to your door/);
});

test('the top bar offers Login and Sign Up behind the user icon, and a menu for phones', async () => {
  renderApp('/');
  expect(await screen.findByRole('button', { name: 'Account' })).toHaveAttribute('popovertarget');
  expect(screen.getByRole('link', { name: 'Login', hidden: true })).toHaveAttribute('href', '/login');
  const signUps = screen.getAllByRole('link', { name: 'Sign Up', hidden: true });
  expect(signUps.length).toBeGreaterThan(1);
  for (const link of signUps) expect(link).toHaveAttribute('href', '/signup');
  expect(screen.getByRole('button', { name: 'Menu' })).toHaveAttribute('popovertarget');
});
