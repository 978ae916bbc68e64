import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { serveBuild } from '../build/serve-build';
import { chromiumFlags, ensureChromium } from '../find-chromium';
import { run as runTool } from '../lib/run';
import { type Figure, inPairs, median } from './support/bench';
import { freshBuild, withoutScripts } from './support/bench-browser';
import { installAside } from './support/install-aside';

/** Lighthouse's four mobile scores for three pages of a production build, relative to the pages without scripts. */

export const onlyByName = true;

const VERSION = '12.8.2';
const PATHS = ['/', '/info', '/login'];
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const PAIRS = 3;

type Scores = Readonly<Record<(typeof CATEGORIES)[number], number>>;

/** Lighthouse occasionally misses the start of a navigation and must be run again. */
async function audit(lighthouse: string, url: string, triesLeft = 2): Promise<Scores> {
  const report = join(lighthouse, 'report.json');
  const { ok, output } = await runTool(
    'node',
    [
      join(lighthouse, 'cli/index.js'),
      url,
      '--quiet',
      '--output=json',
      `--output-path=${report}`,
      `--only-categories=${CATEGORIES.join(',')}`,
      `--chrome-flags=--headless=new ${chromiumFlags().join(' ')}`,
    ],
    { env: { CHROME_PATH: await ensureChromium() } },
  );
  if (!ok && triesLeft > 0) return audit(lighthouse, url, triesLeft - 1);
  if (!ok) throw new Error(`Lighthouse failed on ${url}:\n${output}`);
  const { categories } = JSON.parse(readFileSync(report, 'utf8'));
  const [performance = 0, accessibility = 0, practices = 0, seo = 0] = CATEGORIES.map(
    (name) => Number(categories[name].score) * 100,
  );
  return { performance, accessibility, 'best-practices': practices, seo };
}

/** Measures the pages; returns no figures if Lighthouse can't be installed. */
export async function run(): Promise<Figure[]> {
  const modules = await installAside('lighthouse', { lighthouse: VERSION });
  if (modules === null) return [];
  const lighthouse = join(modules, 'lighthouse');
  const servers = [
    await serveBuild({ dir: await freshBuild('production') }),
    await serveBuild({ dir: await withoutScripts() }),
  ] as const;
  const [ours, bare] = servers;
  try {
    const figures: Figure[] = [];
    for (const path of PATHS) {
      const pairs = await inPairs(
        () => audit(lighthouse, ours.url + path.slice(1)),
        () => audit(lighthouse, bare.url + path.slice(1)),
        PAIRS,
      );
      for (const category of CATEGORIES)
        figures.push({
          what: `Lighthouse ${VERSION} of ${path}, by the page without scripts: ${category.replace('-', ' ')}`,
          value: median(pairs.map(({ work }) => work[category])),
          unit: 'points',
          budget: median(pairs.map(({ reference }) => reference[category])),
          atLeast: true,
        });
    }
    return figures;
  } finally {
    await Promise.all(servers.map((server) => server.close()));
  }
}
