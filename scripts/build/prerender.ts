import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, minify, transformWithOxc } from 'vite';
import { demoAccounts } from '@/mocks/kitwell/seeds/demo-accounts';
import { ROOT } from '../lib/run';
import { inlineCriticalCss } from './critical-css';
import {
  entryFiles,
  FALLBACK_FILE,
  filesOf,
  LANDING,
  type Manifest,
  readManifest,
  SHELL_FILE,
} from './manifest';
import { preloadFonts, takeFonts } from './page-fonts';
import { shareTags } from './share-tags';

type Prerenderer = typeof import('@/entry-prerender');

interface PrerenderOptions {
  /** The absolute path of a folder that contains the browser build. */
  readonly outDir: string;
  readonly base: string;
  readonly mode: string;
  readonly demo: boolean;
  /** The address at which the build is published, if it is configured. */
  readonly site?: string | undefined;
}

/** The two fonts of the first screen; other alphabets are loaded when a text needs them. */
const FIRST_FONTS = /^(newsreader|instrument-sans)-latin-wght-normal-.*\.woff2$/;

const SIGN_UP_SOURCE = /^src\/features\/auth\/sign-up-flow\.tsx$/;
const HEADING_SOURCE = /^src\/pages\/marketing\/heading-only\.pages\.tsx$/;
/** The sources of pages that are not named by their path, as `info.page.tsx` of `/info` is. */
const PAGE_SOURCES: Readonly<Record<string, RegExp>> = {
  '/': LANDING,
  '/provider-signup': SIGN_UP_SOURCE,
  '/patient-signup': SIGN_UP_SOURCE,
  '/products': HEADING_SOURCE,
  '/contact-us': HEADING_SOURCE,
  '/terms-and-conditions': HEADING_SOURCE,
};
const pageSource = (path: string) => PAGE_SOURCES[path] ?? new RegExp(`^src/pages/\\w+${path}\\.page\\.tsx$`);
/** The storage key of each sign-up's progress (src/domain/storage-keys.ts). */
const SIGN_UPS: Readonly<Record<string, string>> = {
  '/provider-signup': 'providerSignUp',
  '/patient-signup': 'patientSignUp',
};
/** Pages with a form. */
const FORM_PAGES = new Set([...Object.keys(SIGN_UPS), '/login', '/forgot-password']);

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/** Moves style attributes, which the CSP rejects, into a style element, which it allows by its hash. */
function takeInlineStyles(rendered: string): { readonly markup: string; readonly styles: string } {
  const rules: string[] = [];
  const markup = rendered.replaceAll(/(?<=<[^>]+\s)style="([^"]*)"/g, (_, style: string) => {
    rules.push(`[data-style="${rules.length}"]{${style}}`);
    return `data-style="${rules.length - 1}"`;
  });
  return { markup, styles: rules.length === 0 ? '' : `<style>${rules.join('')}</style>` };
}

/** Replaces a required match, so that a changed template fails the build instead of producing an incomplete page. */
function replace(html: string, search: string | RegExp, by: string): string {
  if (html.search(search) < 0) throw new Error(`index.html has no ${search}`);
  // A function, because the text may contain replacement patterns such as `$&`.
  return html.replace(search, () => by);
}

/** A script as an inline element, to save a request; the CSP allows it by its hash. */
async function inlineScript(file: string): Promise<string> {
  const { code } = await transformWithOxc(readFileSync(join(ROOT, file), 'utf8'), file);
  // In a function, because the names of two classic scripts must not clash.
  const { code: short } = await minify(file, `(() => {${code}})()`, { sourcemap: false });
  return `<script>${short.trim()}</script>`;
}

/** Scripts, preloads and the full style sheet; the critical styles are already inline. */
const APP_CODE =
  /\s*(?:<script type="module"[^>]*><\/script>|<link(?=[^>]* rel="(?:modulepreload|stylesheet)")[^>]*>)/g;

const isScript = (element: string) => element.startsWith('<script');

/**
 * Moves the app's code to the end of a page with a form, which hydrates at once. On other pages a template holds it, and
 * nothing is fetched until `src/until-hydrated.ts` takes it from there.
 *
 * @param html a page with its critical styles inline
 * @throws Error if the page has no code to load
 */
function placeCode(html: string, isForm: boolean): string {
  const elements = [...html.matchAll(APP_CODE)].map(([element]) => element.trim());
  if (!elements.some(isScript)) throw new Error('A prerendered page has no code');
  // Scripts last: what a preload fetches is checked against the hash that it names.
  const code = elements.sort((one, other) => Number(isScript(one)) - Number(isScript(other))).join('');
  const later = code.replaceAll(/<(?:script|link)(?! rel="stylesheet")/g, '$& fetchpriority="low"');
  const styles = elements.filter((element) => element.includes('rel="stylesheet"')).join('');
  const end = isForm ? code : `<template id="app-code">${later}</template><noscript>${styles}</noscript>`;
  return html.replaceAll(APP_CODE, '').replace('</body>', () => `${end}</body>`);
}

async function loadPrerenderer({ base, mode, outDir }: PrerenderOptions): Promise<Prerenderer> {
  // Inside the project, so that packages resolve; one folder per build, because two builds run at the same time.
  const folder = join(ROOT, '.cache', `prerender-${mode}-${process.pid}`);
  try {
    await build({
      root: ROOT,
      configLoader: 'runner',
      mode,
      base,
      logLevel: 'error',
      build: {
        ssr: 'src/entry-prerender.tsx',
        outDir: folder,
        emptyOutDir: true,
        copyPublicDir: false,
        manifest: false,
      },
    });
    return await import(pathToFileURL(join(folder, 'entry-prerender.js')).href);
  } catch (error) {
    throw new Error(`The pages for ${outDir} could not be rendered.`, { cause: error });
  }
}

/** The head of every page of a build, prerendered or not: the theme script before the first paint, and the fonts. */
async function withHead(template: string, { outDir, base }: PrerenderOptions): Promise<string> {
  const fonts = readdirSync(join(outDir, 'assets'))
    .filter((file) => FIRST_FONTS.test(file))
    .map((file) => `${base}assets/${file}`);
  const { head, body } = preloadFonts(fonts);
  let html = replace(
    template,
    /<script src="[^"]*theme\.js"><\/script>/,
    await inlineScript('public/theme.js'),
  );
  html = replace(html, '<body>', `<body>${body}`);
  return replace(html, '</head>', `${takeFonts(outDir)}${head}</head>`);
}

/**
 * Links that fetch a page's own chunk in parallel with the entry. Those of pages without a form have low priority, and
 * include the chunk of the toasts, which the idle app would fetch at high priority.
 */
function preloads(manifest: Manifest, path: string, { base, outDir }: PrerenderOptions): string {
  const entry = new Set(entryFiles(outDir));
  const source = pageSource(path);
  if (!Object.values(manifest).some(({ src = '' }) => source.test(src)))
    throw new Error(`The chunk of ${path} would be fetched late: there is none for ${source}`);
  const common = FORM_PAGES.has(path) ? 'src/pages/api-layout.tsx' : 'src/ui/feedback/toaster.tsx';
  return filesOf(manifest, ({ src = '' }) => source.test(src) || src === common)
    .filter((file) => !entry.has(file))
    .map((file) => `<link rel="modulepreload" crossorigin href="${base}${file}">`)
    .join('');
}

/** The scripts, module preloads and style sheets that a page names itself. */
const LOADED = /<(?:script|link)(?=[^>]*\s(?:src|href)="([^"]+\.(?:js|css))")[^>]*(?=>)/g;

/** Adds the hash of each file that a page names, so that a browser runs no other (Subresource Integrity). */
function withIntegrity(html: string, { outDir, base }: PrerenderOptions): string {
  return html.replaceAll(LOADED, (element, url: string) => {
    const file = readFileSync(join(outDir, url.slice(base.length)));
    return `${element} integrity="sha256-${createHash('sha256').update(file).digest('base64')}"`;
  });
}

const fileOf = (path: string) => (path === '/' ? 'index.html' : `${path.slice(1)}.html`);

/**
 * Prerenders the public pages from the build's `index.html` into their own files, such as `/info` into `info.html`. The
 * original remains as the shell for every other path.
 *
 * @throws Error if a page can't be rendered, or has an inline style, which the CSP would reject
 */
export async function prerenderPages(options: PrerenderOptions): Promise<void> {
  const { outDir, base, demo } = options;
  const prerenderer = await loadPrerenderer(options);
  if (demo) prerenderer.offerAccounts(demoAccounts);
  const manifest = readManifest(outDir);
  const untilHydrated = await inlineScript('src/until-hydrated.ts');
  const shell = await withHead(readFileSync(join(outDir, 'index.html'), 'utf8'), options);
  const write = (file: string, html: string) =>
    writeFileSync(join(outDir, file), withIntegrity(html, options));
  for (const file of [SHELL_FILE, FALLBACK_FILE]) write(file, shell);

  for (const { path, description } of prerenderer.prerenderedPages) {
    const { title, markup: rendered } = await prerenderer.prerenderPage(path);
    if (/<[^>]+\son\w+=/.test(rendered)) throw new Error(`${path} has an inline handler`);
    const { markup, styles } = takeInlineStyles(rendered);
    const prerenderedFor = `${base}${path.slice(1)}`.replace(/(?<=.)\/$/, '');
    const unlessStored = SIGN_UPS[path] === undefined ? '' : ` data-unless-stored="${SIGN_UPS[path]}"`;
    let html = replace(
      shell,
      '<div id="root"></div>',
      `<div id="root" data-prerendered="${prerenderedFor}"${unlessStored}>${markup}</div>`,
    );
    const page = { path, title: escapeHtml(title), description: escapeHtml(description) };
    html = replace(html, /<title>[^<]*<\/title>/, `<title>${page.title}</title>`);
    html = replace(
      html,
      /<meta name="description"[^>]*>/,
      `<meta name="description" content="${page.description}">${shareTags(page, options)}`,
    );
    html = replace(html, '</head>', `${styles}${untilHydrated}${preloads(manifest, path, options)}</head>`);
    html = replace(html, '</body>', `${prerenderer.missingApp}</body>`);
    html = await inlineCriticalCss(outDir, base, html);
    write(fileOf(path), placeCode(html, FORM_PAGES.has(path)));
  }
  rmSync(join(ROOT, '.cache', `prerender-${options.mode}-${process.pid}`), { recursive: true, force: true });
}
