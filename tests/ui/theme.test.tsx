import { readFileSync } from 'node:fs';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { applyThemeChoice, readThemeChoice } from '@/lib/theme/theme';
import { ThemeSwitch } from '@/ui/site/theme-switch';

beforeEach(() => applyThemeChoice('system'));

/** Runs the script in the head of index.html as the browser does. */
function runBootstrap(): void {
  new Function(readFileSync('public/theme.js', 'utf8'))();
}

test('the theme goes round system, light and dark, and shows at once', async () => {
  const user = userEvent.setup();
  render(<ThemeSwitch />);
  await user.click(screen.getByRole('button', { name: 'Theme: follows your system' }));
  expect(document.documentElement).toHaveAttribute('data-theme', 'light');
  await user.click(screen.getByRole('button', { name: 'Theme: light' }));
  expect(document.documentElement).toHaveAttribute('data-theme', 'dark');
  await user.click(screen.getByRole('button', { name: 'Theme: dark' }));
  expect(document.documentElement).not.toHaveAttribute('data-theme');
});

test('the choice outlives the clearing of local storage, and the next page starts with it', () => {
  applyThemeChoice('dark');
  localStorage.clear();
  expect(readThemeChoice()).toBe('dark');
  delete document.documentElement.dataset.theme;
  runBootstrap();
  expect(document.documentElement).toHaveAttribute('data-theme', 'dark');
});

test('"system" clears the choice, so the next page follows the system again', () => {
  applyThemeChoice('dark');
  applyThemeChoice('system');
  runBootstrap();
  expect(document.documentElement).not.toHaveAttribute('data-theme');
  expect(readThemeChoice()).toBe('system');
});

test.each([
  ['https:', true],
  ['http:', false],
])('over %s the cookie is for encrypted connections: %s', (protocol, isSecure) => {
  const written = vi.spyOn(Document.prototype, 'cookie', 'set');
  vi.stubGlobal('location', { protocol });
  applyThemeChoice('dark');
  expect(written.mock.calls.map(([cookie]) => /; SameSite=Lax(; Secure)?$/.exec(cookie)?.[1])).toEqual([
    isSecure ? '; Secure' : undefined,
  ]);
});

test('two switches on a page never disagree', async () => {
  const user = userEvent.setup();
  render(
    <>
      <ThemeSwitch />
      <ThemeSwitch />
    </>,
  );
  const [first] = screen.getAllByRole('button');
  if (first) await user.click(first);
  expect(screen.getAllByRole('button', { name: 'Theme: light' })).toHaveLength(2);
});
