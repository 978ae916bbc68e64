import type { Page } from '@playwright/test';
import { addressOf } from './on-screen';

/** What Firefox says of calls that fail, and of files and calls that a reload cancels; the hash is that of nothing. */
const expected =
  /CORS request did not succeed|error loading dynamically imported module|Unable to preload CSS|computed hash is “47DEQpj8HBSa|A ServiceWorker (?:intercepted the request|passed an Error Response)|NS_BINDING_ABORTED/;

/** Collects page errors, console messages and crashes. */
export function listen(page: Page, troubles: string[]): void {
  page.on('pageerror', (error) => {
    const text = `${error.message}\n${error.stack ?? ''}`;
    if (!expected.test(text)) troubles.push(`uncaught: ${text}`);
  });
  page.on('console', (message) => {
    const text = message.text();
    // The browser's own message about a rejected or failed request.
    if (
      /^Failed to load resource/.test(text) ||
      expected.test(text) ||
      !['error', 'warning'].includes(message.type())
    )
      return;
    troubles.push(`console.${message.type()}: ${text}`);
  });
  page.on('crash', () => troubles.push('the page crashed'));
}

/**
 * @throws Error if the mock backend of this tab went on without the shared storage: from then on it knows neither the
 * sessions nor the rows of the other tabs
 */
async function expectSharedStorage(page: Page): Promise<void> {
  const badge = page.getByRole('button', { name: /^Demo data.*this tab only/ });
  if (!(await badge.isVisible())) return;
  await badge.click();
  const room = await page.getByRole('dialog', { name: 'Demo data' }).innerText();
  throw new Error(`the tab lost the storage: ${room.slice(0, 400)}`);
}

/** The page has rendered, it is not the error page, it shares the data, and no trouble was recorded. */
export async function expectAlive(page: Page, troubles: readonly string[]): Promise<void> {
  await page.locator('h1').first().waitFor({ timeout: 30_000 });
  for (const text of ['Something went wrong on this page.', 'This page didn’t load.'])
    if (await page.getByText(text).isVisible()) throw new Error(`the page broke: ${text}`);
  await expectSharedStorage(page);
  if (troubles.length > 0) throw new Error('something went wrong behind the page');
}

/** The visible content of every tab, to debug a failed soak run. */
export async function screensOf(pages: readonly Page[]): Promise<string> {
  const screens = pages.map(async (page) => {
    const text = await page
      .locator('body')
      .innerText()
      .catch(() => '(no page)');
    const calls = await page
      .evaluate(() =>
        (window.__mock?.log.list() ?? []).slice(-8).map(({ operation, branch }) => `${operation} ${branch}`),
      )
      .catch(() => []);
    return `${await addressOf(page)}:\n${text.slice(0, 1500)}\nits last calls:\n  ${calls.join('\n  ')}`;
  });
  return (await Promise.all(screens)).join('\n\n');
}
