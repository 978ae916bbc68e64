import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import { type ScreenName, screenFile, screenSizes, screenThemes } from '@/features/marketing/screen-files';
import { prerenderedPages } from '@/pages/strings';
import { inBuilds } from './bench/support/bench-browser';
import { SHARE_SIZE, shareFile } from './build/share-tags';
import { ROOT } from './lib/run';

/** Makes the pictures of the public pages from the demo build: its screens, and an Open Graph picture for each page. */

/** The limit of a screen's file, in bytes. */
const LARGEST = 60_000;
/** The same data and the same Monday in every run. */
const PROVIDER = 'dashboard?mock.preset=demo&mock.start=2026-03-02&mock.as=provider';

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });

async function openOrders(page: Page, url: string): Promise<void> {
  await page.goto(`${url}${PROVIDER}`);
  await page.getByText(/^Hey, /).waitFor();
  const sections = page.getByRole('button', { name: 'Open navigation' });
  if (await sections.isVisible()) await sections.click();
  await page.getByRole('button', { name: 'Booking / Order Kits' }).click();
  await page.getByRole('checkbox', { name: 'Select Cleo Hansen' }).waitFor();
}

async function select(page: Page, names: readonly string[]): Promise<void> {
  for (const name of names) await page.getByRole('checkbox', { name: `Select ${name}` }).check();
}

/** How each screen is reached. */
const screens: Readonly<Record<ScreenName, (page: Page, url: string) => Promise<void>>> = {
  async import(page, url) {
    await page.goto(`${url}${PROVIDER}`);
    await page.getByRole('button', { name: 'Import Patients from File' }).click();
    const chooser = page.waitForEvent('filechooser');
    await dialog(page, 'Import Patients from File').getByRole('button', { name: 'Upload File' }).click();
    await (await chooser).setFiles(join(ROOT, 'tests/fixtures/import/good-25.xlsx'));
    await page.getByRole('button', { name: /^Add 25 rows/ }).waitFor();
  },
  async patients(page, url) {
    await openOrders(page, url);
    await select(page, ['Marcelo Kreiger', 'Cleo Hansen']);
    await page.getByRole('row', { name: /Robin Ellis/ }).evaluate((row) => {
      // On phones the first card is moved to below the sticky bars.
      if (innerWidth < 768) scrollBy(0, row.getBoundingClientRect().top - 168);
    });
  },
  async order(page, url) {
    await openOrders(page, url);
    await select(page, ['Marcelo Kreiger', 'Cheyanne Bins', 'Cleo Hansen']);
    await page.getByRole('button', { name: 'Order kits', exact: true }).click();
    await page.getByLabel('Frequency').selectOption('3 Months');
    await page.getByLabel('Kit Type').selectOption({ index: 1 });
  },
  async confirm(page, url) {
    await page.goto(`${url}confirm-address/from-the-mail?mock.preset=demo&mock.start=2026-03-02`);
    await page.getByRole('button', { name: 'Confirm Address' }).waitFor();
  },
  async journey(page, url) {
    await page.goto(`${url}${PROVIDER.replace('provider', 'patient')}`);
    await page.getByText('Kit shipped').first().waitFor();
  },
};

function write(file: string, bytes: Buffer): void {
  const path = join(ROOT, 'public', file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, bytes);
  console.log(`${file}  ${(bytes.length / 1000).toFixed(1)} kB`);
}

/** Removes what belongs to the demo or to one moment. */
async function settle(page: Page): Promise<void> {
  await page.mouse.move(0, 0);
  await page.evaluate(async () => {
    document.querySelector('[data-badge]')?.remove();
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    await document.fonts.ready;
    await new Promise((rendered) => requestAnimationFrame(() => requestAnimationFrame(rendered)));
  });
}

/** A picture in WebP, at the best quality within the limit; the browser is the encoder. */
async function toWebp(page: Page, png: Buffer): Promise<Buffer> {
  const encoded = await page.evaluate(
    async ([source, limit]) => {
      const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${source}`)).blob());
      const canvas = new OffscreenCanvas(image.width, image.height);
      canvas.getContext('2d', { alpha: false })?.drawImage(image, 0, 0);
      for (let quality = 0.9; quality > 0.3; quality -= 0.05) {
        const blob = await canvas.convertToBlob({ type: 'image/webp', quality });
        if (blob.size <= limit) return [...new Uint8Array(await blob.arrayBuffer())];
      }
      throw new Error(`The picture has more than ${limit} bytes even at the lowest quality.`);
    },
    [png.toString('base64'), LARGEST] as const,
  );
  return Buffer.from(encoded);
}

/** Opens a page that waits for its fonts: in use, text in other fonts is better than late text. */
async function openPage(browser: Browser, options: BrowserContextOptions): Promise<Page> {
  const context = await browser.newContext({ ...options, bypassCSP: true, reducedMotion: 'reduce' });
  await context.route('**', async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback();
    const response = await route.fetch();
    const body = (await response.text()).replaceAll('font-display:optional', 'font-display:block');
    await route.fulfill({ response, body });
  });
  return context.newPage();
}

async function takeScreens(browser: Browser, url: string): Promise<void> {
  const encoder = await browser.newPage();
  for (const [size, { width, height, scale }] of Object.entries(screenSizes)) {
    for (const theme of screenThemes) {
      for (const [name, open] of Object.entries(screens)) {
        const page = await openPage(browser, {
          viewport: { width, height },
          deviceScaleFactor: scale,
          colorScheme: theme,
        });
        await open(page, url);
        await settle(page);
        write(screenFile(name, size, theme), await toWebp(encoder, await page.screenshot()));
        await page.context().close();
      }
    }
  }
}

/** A card with the name and description of the open page and its illustration, or the last page's where it has none. */
function showCard(lastScene: string): string {
  const scene =
    document.querySelector('svg:has(use):not([viewBox="0 0 24 24"], li svg)')?.outerHTML ?? lastScene;
  const title = document.querySelector('h1')?.textContent ?? '';
  const description = document.querySelector('meta[name="description"]')?.getAttribute('content') ?? '';
  const logo = document.querySelector('a[href$="/"] > span')?.outerHTML ?? '';
  const card = `<div class="glow" style="position:fixed;inset:0;z-index:99;display:grid;
      grid-template-columns:1fr 470px;gap:48px;align-items:center;padding:72px;background-color:var(--color-canvas)">
    <div><div style="color:var(--color-plum);zoom:1.4">${logo}</div>
      <p class="font-display" style="margin-top:56px;font-size:64px;line-height:1.05;letter-spacing:-.03em">${title}</p>
      <p style="margin-top:28px;font-size:27px;line-height:1.4;color:var(--color-ink-2)">${description}</p></div>
    <div id="scene">${scene}</div></div>`;
  // Beside the page, whose style sheet may be in its body.
  document.body.insertAdjacentHTML('beforeend', card);
  document.querySelector('#scene svg')?.setAttribute('style', 'width:100%;height:auto;max-width:none');
  return scene;
}

async function takeShares(browser: Browser, url: string): Promise<void> {
  const page = await openPage(browser, { viewport: SHARE_SIZE, colorScheme: 'light' });
  // The card replaces the page, so no code of it may run.
  await page.route('**/*.js', (route) => route.abort());
  let scene = '';
  for (const { path } of prerenderedPages) {
    await page.goto(`${url}${path.slice(1)}`, { waitUntil: 'networkidle' });
    scene = await page.evaluate(showCard, scene);
    await settle(page);
    write(shareFile(path), await page.screenshot({ type: 'jpeg', quality: 86 }));
  }
  await page.context().close();
}

await inBuilds(['dist-demo'], async (browser, url = '') => {
  await takeScreens(browser, url);
  await takeShares(browser, url);
});
