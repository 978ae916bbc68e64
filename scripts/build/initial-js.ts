import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { entryFiles, filesOf, LANDING, readManifest } from './manifest';

/** Limits in kB of gzip: the build fails above them, and the benchmarks report the current values. */
export const JS_BUDGETS = { urgent: 15, start: 106, dashboard: 215 };

/** The modules that a provider's first visit loads before the page is interactive. */
const DASHBOARD = /^src\/pages\/(api-layout|dashboard\/dashboard\.page|dashboard\/sections\/patients)\.tsx$/;

const gzipKilobytes = (code: string | Buffer): number => gzipSync(code, { level: 9 }).length / 1000;

/**
 * The JavaScript that a page needs in kB of gzip: the entry, the page's own chunk and their static imports.
 *
 * @throws Error if the folder contains no build, or a build without the page
 */
function jsOf(outDir: string, page: RegExp): number {
  const own = filesOf(readManifest(outDir), ({ src = '' }) => page.test(src));
  // A page without a chunk would count as 0 kB.
  if (own.length === 0) throw new Error(`${outDir} has no chunk for ${page}`);
  return [...new Set([...entryFiles(outDir), ...own])]
    .map((file) => gzipKilobytes(readFileSync(join(outDir, file))))
    .reduce((total, kilobytes) => total + kilobytes, 0);
}

/** The JavaScript needed until `/` is interactive, in kB of gzip. */
export const initialJs = (outDir: string): number => jsOf(outDir, LANDING);

/** The JavaScript needed until a provider's dashboard is interactive, in kB of gzip. */
export const dashboardJs = (outDir: string): number => jsOf(outDir, DASHBOARD);
