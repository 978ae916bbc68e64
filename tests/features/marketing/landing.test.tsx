import { screen, within } from '@testing-library/react';
import { renderApp } from '@tests/support/app';
import { beforeEach, describe, expect, it } from 'vitest';
import { brand } from '@/lib/brand';

const section = (name: string) => within(screen.getByRole('region', { name }));
const titlesIn = (name: string) =>
  section(name)
    .getAllByRole('heading', { level: 3 })
    .map(({ textContent }) => textContent);

describe('the landing page', () => {
  beforeEach(async () => {
    renderApp('/');
    await screen.findByRole('heading', { level: 1 });
    await screen.findByRole('region', { name: 'How It Works' });
    await screen.findByRole('contentinfo');
    await screen.findByRole('banner');
  });

  it('holds a disabled search-style box in its hero', () => {
    const box = document.querySelector('input[disabled]');
    expect(box).not.toBeNull();
    expect(
      screen.getByRole('button', { name: 'For Patients: AI Diagnosis & Easy Provider Booking!' }),
    ).toBeEnabled();
  });

  it('explains how it works in three steps', () => {
    expect(titlesIn('How It Works')).toEqual(['AI Diagnostics', 'Book a Consultation', 'Finalize Services']);
  });

  it('shows three services with a picture and a description', () => {
    const cards = section('Providers Can Work With Us to Deliver Care').getAllByRole('article');
    expect(cards.map((card) => within(card).getByRole('heading').textContent)).toEqual([
      'Sexual Health',
      'Cosmetics',
      'IV Therapy',
    ]);
    for (const card of cards) {
      expect(card.querySelector('svg')).not.toBeNull();
      expect(card.querySelector('p')).not.toBeEmptyDOMElement();
    }
  });

  it('describes scheduling, AI insights and the subscription platform to providers', () => {
    const features = screen.getByRole('heading', { name: /Less paperwork/ }).closest('section');
    if (features === null) throw new Error('the features have no section');
    expect(
      within(features)
        .getAllByRole('heading', { level: 3 })
        .map(({ textContent }) => textContent),
    ).toEqual(['HIPAA Compliant Scheduling', 'AI Insights', 'Subscription Platform']);
  });

  it('shows who trusts us', () => {
    expect(section('Trusted by').getAllByRole('listitem')).toHaveLength(brand.partners.length);
  });

  it('describes care as AI-driven and delivered to the door', () => {
    const main = screen.getByRole('main');
    expect(main).toHaveTextContent(/AI/);
    expect(main).toHaveTextContent(/at your door|to your door/);
  });
});

describe('the navigation', () => {
  it('offers Login and Sign Up behind the user icon, and the same in the mobile menu', async () => {
    renderApp('/');
    expect(await screen.findByRole('button', { name: 'Account' })).toHaveAttribute('popovertarget');
    expect(screen.getByRole('link', { name: 'Login', hidden: true })).toHaveAttribute('href', '/login');
    const signUps = screen.getAllByRole('link', { name: 'Sign Up', hidden: true });
    expect(signUps.length).toBeGreaterThan(1);
    for (const link of signUps) expect(link).toHaveAttribute('href', '/signup');
    expect(screen.getByRole('button', { name: 'Menu' })).toHaveAttribute('popovertarget');
  });

  it('links to three networks outside', async () => {
    renderApp('/');
    const social = within(await screen.findByRole('list', { name: 'Social media' }));
    for (const { name, url } of brand.socialLinks)
      expect(social.getByRole('link', { name: new RegExp(name) })).toHaveAttribute('href', url);
  });
});
