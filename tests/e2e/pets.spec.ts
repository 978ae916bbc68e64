import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { build, preview } from 'vite';
import { mockBackend } from '../../src/mocks/vite-plugin';

const ROOT = join(import.meta.dirname, '../..');

test('a page of another product is answered by its own contract, tables and rules', async ({
  page,
}, info) => {
  const config = {
    configFile: false,
    logLevel: 'warn',
    root: join(ROOT, 'examples/pets'),
    resolve: { alias: { '@': join(ROOT, 'src') } },
    plugins: [mockBackend({ enabled: true })],
    build: { outDir: info.outputPath('dist'), target: 'es2022', emptyOutDir: true },
  } as const;
  await build({ ...config, plugins: [...config.plugins] });
  const server = await preview({ ...config, plugins: [], preview: { port: 0 } });
  try {
    await page.goto(server.resolvedUrls?.local[0] ?? '');
    await expect(page.getByRole('listitem')).toHaveText(['Tom', 'Rex']);

    // The scenario survives a reload of the tab, and so do the rows.
    await page.evaluate(async () => {
      await window.__mock?.db.patch('pets', 1, { name: 'Tim' });
      window.__mock?.set('GET /pets', '500', { times: 1 });
    });
    await page.reload();
    await expect(page.getByRole('listitem')).toHaveText(['status 500']);
    await page.reload();
    await expect(page.getByRole('listitem')).toHaveText(['Tim', 'Rex']);

    const operations = await page.evaluate(() =>
      window.__mock?.operations().map(({ operation }) => operation),
    );
    expect(operations).toEqual(['GET /pets', 'POST /pets', 'POST /pets/{id}/adoption']);
  } finally {
    await server.close();
  }
});
