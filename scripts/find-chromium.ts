import { execFileSync } from 'node:child_process';
import { accessSync, constants, existsSync, readdirSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from '@playwright/test';
import { run } from './lib/run';

// The headless shell comes first: it renders the same pages in two thirds of the time.
const SYSTEM_NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'chrome',
];
/** Debian's package names; older releases have no headless shell. */
const DEBIAN_PACKAGES = ['chromium-headless-shell', 'chromium'];
const MAC_APPS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

const isRoot = (): boolean => process.getuid?.() === 0;

/** Root can't use the sandbox; the other flags keep a test browser from contacting anything but the page under test. */
export function chromiumFlags(): string[] {
  return [
    ...(isRoot() ? ['--no-sandbox'] : []),
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--disable-quic',
    '--no-first-run',
  ];
}

/** The path of Playwright's headless shell, derived from that of the full browser: Playwright reports no other. */
function playwrightShells(): string[] {
  const [, root, revision] = /^(.*)[\\/]chromium-(\d+)[\\/]/.exec(chromium.executablePath()) ?? [];
  const folder = join(root ?? '', `chromium_headless_shell-${revision}`);
  if (!existsSync(folder)) return [];
  const program = process.platform === 'win32' ? 'chrome-headless-shell.exe' : 'chrome-headless-shell';
  return readdirSync(folder).map((platform) => join(folder, platform, program));
}

/** A browser that lacks a system library is not usable, so it must be able to print its version. */
export function canRun(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    execFileSync(path, ['--version'], { stdio: 'ignore', timeout: 30_000 });
    return true;
  } catch {
    return false;
  }
}

/**
 * Finds a working Chromium: CHROMIUM_PATH, then Playwright's own, then the system's headless shell, Chromium or Chrome.
 *
 * @returns its path, or undefined if there is none
 * @throws Error if CHROMIUM_PATH is set to something that does not run; it is never replaced silently
 */
export function findChromium(): string | undefined {
  const wished = process.env.CHROMIUM_PATH;
  if (wished) {
    if (canRun(wished)) return wished;
    throw new Error(`CHROMIUM_PATH is ${wished}, and no browser runs there.`);
  }
  return [...playwrightShells(), chromium.executablePath(), ...onPath(SYSTEM_NAMES), ...MAC_APPS].find(
    canRun,
  );
}

/** Like `findChromium`, without headless shells: those have no form history. */
export function findFullChromium(): string | undefined {
  const names = SYSTEM_NAMES.filter((name) => !name.includes('shell'));
  return [chromium.executablePath(), ...onPath(names), ...MAC_APPS].find(canRun);
}

/** The paths at which programs of these names may be. */
function onPath(names: readonly string[]): string[] {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name)));
}

function isDebian(): boolean {
  try {
    return /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'));
  } catch {
    return false;
  }
}

/** Installs packages as root on Debian. Returns false where that is impossible. */
export async function installDebianPackages(names: readonly string[]): Promise<boolean> {
  if (!isRoot() || !isDebian()) return false;
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get', ['update'], { live: true, env });
  const install = ['install', '-y', '--no-install-recommends', ...names];
  return (await run('apt-get', install, { live: true, env })).ok;
}

/** Installs what a downloaded browser lacks, as root: on Debian the browser package, on other systems the libraries. */
async function installAsRoot(): Promise<void> {
  if (!isDebian()) {
    await run('playwright', ['install-deps', 'chromium'], { live: true });
    return;
  }
  for (const name of DEBIAN_PACKAGES) if (await installDebianPackages([name])) return;
}

/**
 * Finds a browser or installs one: Playwright's download, or system packages when run as root.
 *
 * @throws Error with a one-line instruction if neither works
 */
export async function ensureChromium(): Promise<string> {
  const present = findChromium();
  if (present) return present;

  console.log('No Chromium or Chrome on this machine: downloading Playwright’s.');
  await run('playwright', ['install', 'chromium'], { live: true });
  const downloaded = findChromium();
  if (downloaded) return downloaded;

  if (isRoot()) {
    console.log('That gave no browser that runs: installing from the system’s packages.');
    await installAsRoot();
    const packaged = findChromium();
    if (packaged) return packaged;
  }
  throw new Error(
    'No browser for the end-to-end tests: install Chromium or Chrome, or set CHROMIUM_PATH to one.',
  );
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) console.log(await ensureChromium());
