import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { parseArgs } from 'node:util';
import { firefox } from '@playwright/test';
import { canRun, installDebianPackages } from './find-chromium';
import { readOptions, requireNames } from './lib/options';
import { run } from './lib/run';
import { playwrightReport } from './lib/steps';

interface Engine {
  /** Debian's packages. */
  readonly packages: readonly string[];
  /** The environment that makes `playwright.engines.config.ts` use the browser; undefined if there is none. */
  find(): Readonly<Record<string, string>> | undefined;
}

function onPath(name: string): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}

/** WebKitGTK's test browser is outside the PATH, in a folder with the machine's and the library's name. */
const miniBrowsers = ['x86_64-linux-gnu', 'aarch64-linux-gnu'].flatMap((machine) =>
  ['webkit2gtk-4.1', 'webkitgtk-6.0'].map((library) => join('/usr/lib', machine, library, 'MiniBrowser')),
);

const engines: Readonly<Record<string, Engine>> = {
  firefox: {
    packages: ['firefox-esr'],
    find() {
      if (!process.env.FIREFOX_PATH && existsSync(firefox.executablePath())) return {};
      const paths = [process.env.FIREFOX_PATH, onPath('firefox-esr'), onPath('firefox')];
      const path = paths.find((each) => each !== undefined && canRun(each));
      return path === undefined ? undefined : { FIREFOX_PATH: path };
    },
  },
  webkit: {
    packages: ['webkit2gtk-driver', 'libwebkit2gtk-4.1-0', 'xvfb'],
    find() {
      const path = miniBrowsers.find((each) => existsSync(each));
      const isDrivable = path !== undefined && onPath('WebKitWebDriver') && onPath('Xvfb');
      return isDrivable ? { WEBKIT_PATH: path } : undefined;
    },
  },
};

const FIRST_PORT = Number(process.env.E2E_PORT ?? 5229);

/** The main job and two tabs on the demo build: in Firefox and WebKit, or in those that are named. */
const names = readOptions(() => {
  const { positionals } = parseArgs({ allowPositionals: true });
  requireNames('engine', positionals, Object.keys(engines));
  return positionals.length > 0 ? positionals : Object.keys(engines);
});
const available: (readonly [name: string, env: Readonly<Record<string, string>>])[] = [];
for (const name of names) {
  const { find, packages } = engines[name] as Engine;
  if (find() === undefined) await installDebianPackages(packages);
  const env = find();
  // No reason to fail: not every machine can have these browsers.
  if (env === undefined) console.log(`${name}: NOT RUN. Install ${packages.join(', ')} (Debian)`);
  else available.push([name, env]);
}
// Each has one page, which waits most of the time.
const outcomes = await Promise.all(
  available.map(async ([name, env], index) => {
    console.log(`\nTests on the demo build, in ${name}`);
    const { ok, output } = await run('playwright', ['test', '-c', 'playwright.engines.config.ts'], {
      env: { ...env, E2E_PORT: `${FIRST_PORT + index}`, PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightReport(name) },
    });
    console.log(`\n${name}\n${output}`);
    return ok;
  }),
);
process.exitCode = outcomes.every(Boolean) ? 0 : 1;
