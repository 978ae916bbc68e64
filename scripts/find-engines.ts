import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { firefox, webkit } from '@playwright/test';
import { canRun, findChromium, installDebianPackages } from './find-chromium';

/** The environment that makes `playwright.engines.config.ts` and the tests use a browser. */
type Environment = Readonly<Record<string, string>>;

interface Engine {
  readonly name: string;
  /** Debian's packages. */
  readonly packages: readonly string[];
  /** Playwright's own build, else the system's browser; undefined if there is neither. */
  find(): Environment | undefined;
}

function onPath(name: string): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}

/** WebKitGTK's test browser is outside the PATH, in a folder with the machine's and the library's name. */
const miniBrowser = ['x86_64-linux-gnu', 'aarch64-linux-gnu']
  .flatMap((machine) => [`/usr/lib/${machine}/webkit2gtk-4.1`, `/usr/lib/${machine}/webkitgtk-6.0`])
  .map((folder) => join(folder, 'MiniBrowser'));

export const engines: readonly Engine[] = [
  {
    name: 'chromium',
    packages: ['chromium-headless-shell'],
    find() {
      const path = findChromium();
      return path === undefined ? undefined : { E2E_ENGINE: 'chromium', CHROMIUM_PATH: path };
    },
  },
  {
    name: 'firefox',
    packages: ['firefox-esr'],
    find() {
      const { FIREFOX_PATH } = process.env;
      if (!FIREFOX_PATH && existsSync(firefox.executablePath())) return { E2E_ENGINE: 'firefox' };
      const path = [FIREFOX_PATH, onPath('firefox-esr'), onPath('firefox')].find(
        (each) => each !== undefined && canRun(each),
      );
      return path === undefined ? undefined : { E2E_ENGINE: 'firefox', FIREFOX_PATH: path };
    },
  },
  {
    name: 'webkit',
    packages: ['webkit2gtk-driver', 'libwebkit2gtk-4.1-0', 'xvfb'],
    find() {
      if (existsSync(webkit.executablePath())) return { E2E_ENGINE: 'webkit' };
      const path = miniBrowser.find((each) => existsSync(each));
      const drivable = path !== undefined && onPath('WebKitWebDriver') && onPath('Xvfb');
      return drivable ? { E2E_ENGINE: 'webkit', WEBKIT_PATH: path } : undefined;
    },
  },
];

/** Finds an engine's browser, or installs it from Debian's packages as root. Undefined if neither works. */
export async function ensureEngine(engine: Engine): Promise<Environment | undefined> {
  const present = engine.find();
  if (present) return present;
  console.log(`No ${engine.name} that the tests can drive: trying the system's packages.`);
  await installDebianPackages(engine.packages);
  return engine.find();
}
