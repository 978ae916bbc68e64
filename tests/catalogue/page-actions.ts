import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { renderApp } from '@tests/support/app';
import { expect } from 'vitest';
import type { DashboardSection } from '@/contract';
import { writeStored } from '@/lib/storage';
import type { MockServer } from '@/mocks/node';
import type { Stage } from './page-driver';

/** What a user types, by field label. */
type Typed = Readonly<Record<string, string>>;

export const openPage = (server: MockServer, path: string): Stage => ({ server, ...renderApp(path) });

/** Renders the dashboard with the given section restored from the last visit. */
export async function openSection(
  server: MockServer,
  role: 'provider' | 'patient',
  section: DashboardSection,
  heading: string,
): Promise<Stage> {
  await server.as(role);
  writeStored('activeOption', section);
  const stage = openPage(server, '/dashboard');
  await screen.findByRole('heading', { level: 1, name: heading });
  return stage;
}

/** Replaces the values of form fields. */
export async function fillIn(typed: Typed, form: HTMLElement = document.body): Promise<void> {
  for (const [label, value] of Object.entries(typed)) {
    fireEvent.change(await within(form).findByLabelText(label), { target: { value } });
  }
}

/** Expects every field to still contain what was typed. */
export function expectTyped(typed: Typed, form: HTMLElement = document.body): void {
  for (const [label, value] of Object.entries(typed)) {
    expect(within(form).getByLabelText(label), `what was typed into ${label}`).toHaveValue(value);
  }
}

const nameOf = (button: Element) => button.getAttribute('aria-label') ?? button.textContent;

/**
 * A button that is enabled. `getByRole` would compute the name of every element after each DOM change, which is too
 * slow for hundreds of responses.
 */
export const findButton = (name: string | RegExp): Promise<HTMLButtonElement> =>
  waitFor(() => {
    const button = [...document.querySelectorAll('button')].find(
      (button) =>
        !button.disabled &&
        button.closest('[hidden], [inert], [aria-hidden="true"]') === null &&
        (typeof name === 'string' ? nameOf(button) === name : name.test(nameOf(button))),
    );
    if (button === undefined) throw new Error(`There is no button ${name} to press.`);
    return button;
  });

/** Presses a button once it exists and is enabled. */
export async function press(user: UserEvent, name: string | RegExp): Promise<void> {
  await user.click(await findButton(name));
}

export const retry = ({ user }: Stage) => press(user, 'Retry');
