import { screen, waitFor, within } from '@testing-library/react';
import { renderApp } from '@tests/support/app';
import { atFixedTime } from '@tests/support/server-time';
import { describe, expect, it } from 'vitest';
import { brand } from '@/lib/brand';

// Far from the year in which the tests run.
atFixedTime('2031-06-15T12:00:00Z');

const openPage = async (path: string, heading: string | RegExp) => {
  const view = renderApp(path);
  await screen.findByRole('heading', { level: 1, name: heading });
  return view;
};
const publicPages: readonly (readonly [string, string | RegExp])[] = [
  ['/', 'Care that comes to you, quietly.'],
  ['/info', /^Your clinic/],
  ['/about-us', 'About Us'],
  ['/careers', 'Chief Technology Officer'],
];

describe('every public page', () => {
  it.each(publicPages)(
    '%s leads to login, sign-up, the services and the footer pages',
    async (path, heading) => {
      await openPage(path, heading);
      const header = within(await screen.findByRole('banner'));
      expect(header.getByRole('link', { name: 'Log In' })).toHaveAttribute('href', '/login');
      expect(header.getByRole('link', { name: 'Sign Up' })).toHaveAttribute('href', '/signup');
      // The browser opens it (tests/e2e/until-hydrated.spec.ts); jsdom does not support popovers.
      expect(header.getByRole('button', { name: 'For Providers' })).toHaveAttribute('popovertarget');
      for (const service of ['Sexual Health', 'Cosmetics', 'IV Therapy'])
        for (const link of header.getAllByRole('link', { name: service, hidden: true }))
          expect(link).toHaveAttribute('href', '/info');
      const footer = within(await screen.findByRole('contentinfo'));
      for (const [name, href] of [
        ['About Us', '/about-us'],
        ['Contact Us', '/contact-us'],
        ['Terms & Conditions', '/terms-and-conditions'],
        ['Careers', '/careers'],
      ] as const)
        expect(footer.getByRole('link', { name })).toHaveAttribute('href', href);
      const social = within(footer.getByRole('list', { name: 'Social media' }));
      expect(social.getAllByRole('link')).toHaveLength(3);
      for (const { name, url } of brand.socialLinks)
        expect(social.getByRole('link', { name: new RegExp(name) })).toHaveAttribute('href', url);
      expect(footer.getByText(/^© 2031 /)).toBeVisible();
    },
  );

  it.each([
    ['/products', 'Products Page'],
    ['/contact-us', 'Contact Us'],
    ['/terms-and-conditions', 'Terms & Conditions'],
  ])('%s has its heading and nothing else', async (path, heading) => {
    await openPage(path, heading);
    expect(screen.getByRole('main')).toHaveTextContent(new RegExp(`^${heading}$`));
  });
});

describe('the page for providers', () => {
  it('shows three services, a way to sign up and who trusts us', async () => {
    await openPage('/info', /^Your clinic/);
    const main = within(screen.getByRole('main'));
    expect(main.getAllByRole('article').map((card) => within(card).getByRole('heading').textContent)).toEqual(
      ['Sexual Health', 'Cosmetics', 'IV Therapy'],
    );
    expect(main.getByRole('link', { name: 'Sign up now' })).toHaveAttribute('href', '/signup');
    expect(main.getByRole('heading', { name: 'Trusted by' })).toBeVisible();
  });
});

describe('the questions and answers for providers', () => {
  it.each([
    ['Who can sign up now?', /^Right now, we are only onboarding providers\.$/],
    ['Do you test the samples?', /only distribute.*do not perform any testing.*no medical advice/],
    ['What does a kit cost?', /price at checkout includes taxes and shipping/],
    ['Can I return a kit?', /sales are final.*no.* returns/],
    ['What if a kit is defective?', /replace it free of charge.*limited to the replacement cost/],
    ['What if we have more than 100 patients?', /100\+ customers, contact us/],
  ])('%s', async (question, answer) => {
    await openPage('/info', /^Your clinic/);
    expect(screen.getByText(question).nextElementSibling).toHaveTextContent(answer);
  });
});

describe('the public pages', () => {
  it.each([
    ['/info', /^Your clinic/],
    ['/', /Care that comes/],
  ] as const)('%s promises nothing that the product lacks', async (path, title) => {
    await openPage(path, title);
    await screen.findByRole('contentinfo');
    // A provider has no kit status, no reminders and no sending of staff; a patient can't choose the time of a visit,
    // and has no map. The chat's topics all lead to /info.
    expect(document.body).not.toHaveTextContent(
      /where each (one|kit) is|keep you posted|kits? (delivered|shipped)|next kit|follow every kit|follow it back|send a practitioner|what they may need next|time of your choosing|to the result|people who know how|where (their|your) kit is|the service they ask for/i,
    );
  });
});

describe('about us', () => {
  it('shows the team in its three groups, everybody with a role and a profile', async () => {
    await openPage('/about-us', 'About Us');
    for (const name of ['Marketing', 'UX & Engineering', 'Advisors']) {
      const group = within(screen.getByRole('region', { name }));
      const people = group.getAllByRole('article');
      expect(people.length).toBeGreaterThan(0);
      for (const person of people) {
        const member = within(person).getByRole('heading').textContent ?? '';
        const profile = within(person).getByRole('link', { name: `Profile of ${member}` });
        expect(profile).toHaveAttribute('target', '_blank');
        expect(person.querySelector('p')).not.toBeEmptyDOMElement();
      }
    }
  });

  it('states a mission, a vision and the licenses, and its Careers button leads to the careers', async () => {
    const { user, router } = await openPage('/about-us', 'About Us');
    expect(screen.getByRole('link', { name: /licenses/ })).toHaveAttribute('href', '/licenses.txt');
    expect(screen.getByRole('heading', { name: 'Our mission' })).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Our vision' })).toBeVisible();
    const block = screen.getByRole('region', { name: "Let's work together" });
    await user.click(within(block).getByRole('link', { name: 'Careers' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/careers'));
  });
});

describe('careers', () => {
  it('sends applicants to the external form, in a new tab that cannot reach back', async () => {
    await openPage('/careers', 'Chief Technology Officer');
    const apply = screen.getByRole('link', { name: 'Apply Now' });
    expect(apply).toHaveAttribute('href', brand.careersFormUrl);
    expect(apply).toHaveAttribute('target', '_blank');
    expect(apply).toHaveAttribute('rel', expect.stringContaining('noopener'));
  });
});
