import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { createServer, preview } from 'vite';
import { errorMessage } from '@/mocks/world/error-message';
import { chromiumFlags, ensureChromium } from '../find-chromium';
import { installAside } from './install-aside';
import { ROOT, run } from './run';

/** An empty project that uses the package. */
interface Project {
  /** Packages that it has besides, all of them in this project's lock. */
  readonly packages: readonly string[];
  readonly files: Readonly<Record<string, string>>;
  /** Uses the package in the project's folder. @throws Error if that fails */
  readonly use: (folder: string) => Promise<void>;
}

async function succeed(command: string, args: readonly string[], folder: string): Promise<void> {
  const env = { PATH: `${join(folder, 'node_modules/.bin')}:${process.env.PATH}` };
  const { ok, output } = await run(command, args, { cwd: folder, env });
  if (!ok) throw new Error(output);
}

type Server = Awaited<ReturnType<typeof createServer | typeof preview>>;

/** Opens a page of a server in a browser, waits for its texts, and closes the server. */
async function expectTexts(
  server: Server,
  page: string,
  texts: readonly string[],
  use: (opened: Page) => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  const browser = await chromium.launch({ args: chromiumFlags(), executablePath: await ensureChromium() });
  try {
    const opened = await browser.newPage();
    await opened.goto(`${server.resolvedUrls?.local[0]}${page}`);
    for (const text of texts) await opened.getByText(text, { exact: true }).waitFor({ timeout: 20_000 });
    await use(opened);
  } finally {
    await browser.close();
    await server.close();
  }
}

/** Not in the lock: too many packages for what only this command needs. */
const STORYBOOK = { storybook: '10.6.7', '@storybook/html-vite': '10.6.0' };

const projects: Readonly<Record<string, Project>> = {
  vitest: {
    packages: ['vitest'],
    files: {
      'pets.test.ts': `import { expect, it } from 'vitest';
import { createMockServer } from 'mock-engine/vitest';
import { petShelter } from './pets';

const shelter = createMockServer(petShelter, { hosts: { api: 'http://pets.test' } });
it('answers', async () => {
  await shelter.listen();
  expect(await (await fetch('http://pets.test/pets')).json()).toHaveLength(2);
});
`,
    },
    use: (folder) => succeed('vitest', ['run'], folder),
  },
  playwright: {
    packages: ['@playwright/test'],
    files: {
      'playwright.config.ts': `export default { use: { launchOptions: { executablePath: process.env.CHROMIUM_PATH } } };\n`,
      'pets.spec.ts': `import { expect, test } from '@playwright/test';
import { startHttpHost } from 'mock-engine/http';
import { petShelter } from './pets';

test('answers', async ({ page }) => {
  const shelter = await startHttpHost(petShelter, { port: 0 });
  await page.goto(shelter.url + '/pets');
  await expect(page.locator('body')).toContainText('Tom');
  await shelter.close();
});
`,
    },
    async use(folder) {
      process.env.CHROMIUM_PATH = await ensureChromium();
      await succeed('playwright', ['test'], folder);
    },
  },
  storybook: {
    packages: [],
    files: {
      '.storybook/main.ts': `export default {
  framework: '@storybook/html-vite',
  stories: ['../*.stories.ts'],
  staticDirs: ['../node_modules/mock-engine/worker'],
  core: { disableTelemetry: true },
};
`,
      '.storybook/preview.ts': `import { startMock } from 'mock-engine/browser';
import { petShelter } from '../pets';

export default { beforeAll: () => startMock(petShelter, { hosts: { api: '/api' } }) };
`,
      'pets.stories.ts': `export default { title: 'Pets' };
export const List = {
  loaders: [async () => ({ pets: await (await fetch('/api/pets')).json() })],
  render: (_: object, { loaded }: { loaded: { pets: { name: string }[] } }) =>
    '<ul>' + loaded.pets.map(({ name }) => '<li>' + name + '</li>').join('') + '</ul>',
};
`,
    },
    async use(folder) {
      const modules = await installAside('storybook', STORYBOOK);
      if (modules === null) throw new Error('Storybook could not be installed.');
      for (const name of ['storybook', '@storybook/html-vite', 'vite']) {
        const link = join(folder, 'node_modules', name);
        mkdirSync(dirname(link), { recursive: true });
        symlinkSync(join(name === 'vite' ? join(ROOT, 'node_modules') : modules, name), link);
      }
      await succeed(process.execPath, ['node_modules/storybook/dist/bin/dispatcher.js', 'build'], folder);
      const build = { outDir: join(folder, 'storybook-static') };
      const server = await preview({ configFile: false, build, preview: { port: 0 } });
      await expectTexts(server, 'iframe.html?id=pets--list', ['Tom', 'Demo data']);
    },
  },
  vite: {
    packages: ['vite', 'xstate'],
    files: {
      'index.html':
        '<!doctype html><title>Pets</title><ul></ul><script type="module" src="/main.ts"></script>',
      'main.ts': `import { createInspector } from 'mock-engine/inspector';
import { startMock } from 'mock-engine/browser';
import { createActor, createMachine } from 'xstate';
import { petShelter } from './pets';

const inspector = createInspector();
await startMock(petShelter, { hosts: { api: '/api' }, inspector });
const list = createMachine({ id: 'list', initial: 'shown', states: { shown: {} } });
createActor(list, { inspect: inspector.inspect }).start();
for (const { name } of await (await fetch('/api/pets')).json())
  document.querySelector('ul')?.append(Object.assign(document.createElement('li'), { textContent: name }));
`,
    },
    async use(folder) {
      await succeed('mock-engine', ['worker', 'public'], folder);
      const project = { configFile: false, root: folder, base: '/shop/', logLevel: 'error' } as const;
      const dev = await createServer({ ...project, server: { port: 0 } });
      await expectTexts(await dev.listen(), '', ['Tom', 'Demo data'], usesWorkerAndMachines);
      await succeed('vite', ['build', '--base', '/shop/', '--target', 'es2022'], folder);
      const built = await preview({ ...project, preview: { port: 0 } });
      await expectTexts(built, '', ['Tom', 'Demo data'], usesWorkerAndMachines);
    },
  },
};

export const projectNames = Object.keys(projects);

async function usesWorkerAndMachines(page: Page): Promise<void> {
  const worker = await page.evaluate(() => navigator.serviceWorker.controller?.scriptURL);
  if (!worker?.endsWith('/shop/mock-worker.js')) throw new Error(`The page's worker is ${worker}.`);
  await page.getByRole('button', { name: 'Demo data' }).click();
  await page.getByRole('tab', { name: 'Machines' }).click();
  await page.getByRole('button', { name: /^list/ }).click();
  await page.getByRole('img', { name: 'list is in shown' }).waitFor({ timeout: 20_000 });
}

interface Lock {
  readonly lockfileVersion: number;
  readonly packages: Readonly<Record<string, { readonly version?: string; readonly link?: boolean }>>;
}

/**
 * Installs the package in an empty project, offline: from npm's cache, which has what `npm ci` put there. This project's
 * lock goes along, because npm would otherwise ask the registry for the versions; npm drops from it what is not needed.
 */
async function install(folder: string, archive: string, packages: readonly string[]): Promise<void> {
  const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as Lock;
  const dependencies = Object.fromEntries(
    packages.map((name) => [name, lock.packages[`node_modules/${name}`]?.version]),
  );
  const manifest = { name: 'empty', version: '1.0.0', type: 'module', dependencies };
  // Without this project itself and the folders that it links to.
  const locked = Object.fromEntries(
    Object.entries(lock.packages).filter(([path, { link }]) => path.startsWith('node_modules/') && !link),
  );
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  writeFileSync(
    join(folder, 'package-lock.json'),
    JSON.stringify({
      ...manifest,
      lockfileVersion: lock.lockfileVersion,
      requires: true,
      packages: { '': manifest, ...locked },
    }),
  );
  await succeed(
    'npm',
    ['install', '--offline', '--ignore-scripts', '--no-audit', '--no-fund', archive],
    folder,
  );
}

/**
 * Installs the package in empty projects for Vitest, Playwright, Storybook and Vite, and uses it there.
 *
 * @param archive the package
 * @param names which projects; by default all
 * @returns whether all of them work; what failed is on the console
 */
export async function tryPackage(archive: string, names: readonly string[]): Promise<boolean> {
  const wanted = names.length === 0 ? projectNames : names;
  let worked = true;
  for (const name of wanted) {
    const project = projects[name];
    if (!project) throw new Error(`There is no project "${name}".`);
    const folder = mkdtempSync(join(tmpdir(), `mock-engine-${name}-`));
    const started = performance.now();
    try {
      const pets = readFileSync(join(ROOT, 'examples/pets/pets.ts'), 'utf8');
      const files = { 'pets.ts': pets.replace('@/mocks/engine', 'mock-engine'), ...project.files };
      for (const [file, text] of Object.entries(files)) {
        mkdirSync(dirname(join(folder, file)), { recursive: true });
        writeFileSync(join(folder, file), text);
      }
      await install(folder, archive, project.packages);
      await project.use(folder);
      console.log(`✓ ${name} ${((performance.now() - started) / 1000).toFixed(0)} s`);
    } catch (error) {
      worked = false;
      console.log(`✗ ${name}\n${errorMessage(error)}`);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
  return worked;
}
