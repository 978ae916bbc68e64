import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import tailwindcss from '@tailwindcss/vite';
import axe from 'axe-core';
import { build, type PreviewServer, preview } from 'vite';
import { mockBackend } from '../../src/mocks/vite-plugin';

const ROOT = join(import.meta.dirname, '../..');

// One worker, so that the page is built once.
test.describe.configure({ mode: 'default' });

let server: PreviewServer;
test.beforeAll(async () => {
  const outDir = await mkdtemp(join(tmpdir(), 'pets-'));
  const config = {
    configFile: false,
    logLevel: 'error',
    root: join(ROOT, 'examples/pets'),
    resolve: { alias: { '@': join(ROOT, 'src') } },
    build: { outDir, target: 'es2022', emptyOutDir: true },
  } as const;
  await build({ ...config, plugins: [mockBackend({ enabled: true }), tailwindcss()] });
  server = await preview({ ...config, preview: { port: 0 } });
});
test.afterAll(async () => {
  const { outDir } = server.config.build;
  await server.close();
  await rm(outDir, { recursive: true });
});

const address = () => server.resolvedUrls?.local[0] ?? '';

test('a page of another product is answered by its own rules, and its control room changes what it shows', async ({
  page,
}) => {
  await page.goto(address());
  const names = page.getByRole('main').getByRole('listitem');
  await expect(names).toHaveText(['Tom', 'Rex']);
  await page.getByRole('button', { name: 'Demo data' }).click();
  const room = page.getByRole('dialog', { name: 'Demo data' });
  await expect(room.getByRole('heading', { name: 'Demo data' })).toBeFocused();
  const tabs = ['Scenarios', 'Data', 'Mail', 'Requests', 'History', 'Machines', 'Clock'];
  await expect(room.getByRole('tab')).toHaveText(tabs);

  await room.getByRole('tab', { name: 'Scenarios' }).click();
  await expect(room.getByRole('button', { name: 'View as keeper' })).toBeVisible();
  await expect(room.getByText('two pets, one without a home')).toBeVisible();
  await room.getByRole('combobox', { name: 'Answer of GET /pets' }).selectOption('503');
  await page.reload();
  await expect(names).toHaveText(['status 503']);
  await room.getByRole('button', { name: 'Reset' }).click();

  await room.getByRole('tab', { name: 'Data' }).click();
  await room.getByRole('combobox', { name: 'Table' }).selectOption('pets');
  await expect(room.getByRole('table', { name: 'Rows of pets' }).getByRole('row')).toHaveCount(3);

  await page.evaluate(axe.source);
  for (const tab of tabs) {
    await room.getByRole('tab', { name: tab }).click();
    await room.getByRole('tabpanel', { name: tab }).waitFor();
    const violations = await page.evaluate(async () =>
      (await window.axe.run({ resultTypes: ['violations'] })).violations.map(({ id, nodes }) => [
        id,
        nodes.map(({ html }) => html),
      ]),
    );
    expect([tab, violations]).toEqual([tab, []]);
  }

  // The room's styles are its own: the page keeps the browser's, apart from the room's width.
  const heading = page.getByRole('heading', { name: 'Pets' });
  await expect(heading).toHaveCSS('font-size', '32px');
  await expect(room).toHaveCSS('position', 'fixed');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Demo data' })).toBeFocused();
});
