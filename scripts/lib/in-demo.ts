import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import { chromiumFlags, ensureChromium } from '../find-chromium';
import { ROOT, run } from './run';
import { serveBuild } from './serve-build';

/** Serves the built demo on a port, builds it first where there is none, and works on it in a browser of its own. */
export async function inDemo<Result>(
  port: number,
  work: (browser: Browser) => Promise<Result>,
): Promise<Result> {
  if (!existsSync(join(ROOT, 'dist-demo/index.html'))) {
    await run('tsx', ['scripts/build.ts', '--demo'], { live: true });
  }
  const server = await serveBuild({ dir: 'dist-demo', base: '/', port });
  const browser = await chromium.launch({ executablePath: await ensureChromium(), args: chromiumFlags() });
  try {
    return await work(browser);
  } finally {
    await browser.close();
    await server.close();
  }
}
