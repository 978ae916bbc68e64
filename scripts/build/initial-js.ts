import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { MODULES_FILE } from './chunk-modules';
import { entryFiles, filesOf, LANDING, readManifest } from './manifest';

/** Limits in kB of gzip: the build fails above them, and the benchmarks report the current values. */
export const JS_BUDGETS = { beforeApp: 5, start: 130, dashboard: 260 };

/** The JavaScript that a page needs: the entry, the page's own chunk and their static imports. */
interface InitialJs {
  readonly files: readonly { readonly file: string; readonly gzip: number }[];
  /** kB of 1000 bytes, gzip. */
  readonly kilobytes: number;
  /** All modules in those files, such as `node_modules/react/index.js` or `src/main.tsx`. */
  readonly modules: readonly string[];
}

/** The modules that a provider's first visit loads before the page is interactive. */
const DASHBOARD = /^src\/pages\/(api-layout|dashboard\/dashboard\.page|dashboard\/sections\/patients)\.tsx$/;

/** @throws Error if the folder contains no build, or a build without the page */
function jsOf(outDir: string, page: RegExp): InitialJs {
  const manifest = readManifest(outDir);
  const own = filesOf(manifest, ({ src = '' }) => page.test(src));
  const names = [...new Set([...entryFiles(outDir), ...own])];
  const modules: Record<string, string[]> = JSON.parse(readFileSync(join(outDir, MODULES_FILE), 'utf8'));
  const files = names.map((file) => ({
    file,
    gzip: gzipSync(readFileSync(join(outDir, file)), { level: 9 }).length,
  }));
  const held = names.flatMap((file) => modules[file] ?? []);
  // A page may share the entry's file; a page without a chunk would count as 0 kB.
  if (!held.some((module) => page.test(module))) throw new Error(`${outDir} has no chunk for ${page}`);
  return {
    files,
    kilobytes: files.reduce((total, { gzip }) => total + gzip, 0) / 1000,
    modules: held,
  };
}

/** The JavaScript needed until `/` is interactive, from a build's manifest. */
export const initialJs = (outDir: string): InitialJs => jsOf(outDir, LANDING);

/** The JavaScript needed until a provider's dashboard is interactive. */
export const dashboardJs = (outDir: string): InitialJs => jsOf(outDir, DASHBOARD);

/** JavaScript that `/` runs before any user input, in kB of gzip. @throws Error if it loads code of the app */
export function beforeAppJs(outDir: string, file = 'index.html'): number {
  const html = readFileSync(join(outDir, file), 'utf8').replace(/<template[\s\S]*?<\/template>/, '');
  if (/<script[^>]*\ssrc=/.test(html)) throw new Error(`${file} runs code of the app before anybody acts`);
  const scripts = [...html.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)].map(([, code]) => code);
  return gzipSync(scripts.join('\n'), { level: 9 }).length / 1000;
}
