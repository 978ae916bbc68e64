import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { LICENSES_FILE } from '../../src/ui/site/licenses-file.ts';

/** The innermost package that a file belongs to, as its folder. */
const PACKAGE_FOLDER = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/;
/** Packages whose styles are imported into ours, so that no file of a build names them. */
const STYLES = ['tailwindcss'];

interface PackageJson {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
}

/** @throws Error if the package names no license, because then it must not be distributed */
function entryOf(folder: string): string {
  const { name, version, license }: PackageJson = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  );
  if (license === undefined) throw new Error(`${name} names no license, so it can’t be part of a build`);
  const file = readdirSync(folder).find((entry) => /^(?:licen[cs]e|copying)\b/i.test(entry));
  const text = file === undefined ? '' : `\n${readFileSync(join(folder, file), 'utf8').trim()}\n`;
  return `${name} ${version}\nLicense: ${license}\n${text}`;
}

/**
 * Adds `LICENSES_FILE` to every build: the packages that it contains, with their license texts. Vite's `build.license`
 * covers neither workers nor fonts and styles.
 *
 * @param root the project folder
 * @returns a plugin for the app, and one for its workers, which are built before it
 */
export function licenses(root: string): { readonly app: Plugin; readonly worker: Plugin } {
  const { resolve: find } = createRequire(join(root, 'package.json'));
  const folders = new Set(STYLES.map((name) => dirname(find(`${name}/package.json`))));
  function collect(bundle: Rolldown.OutputBundle): void {
    const sources = Object.values(bundle).flatMap((file) =>
      file.type === 'chunk' ? file.moduleIds : file.originalFileNames,
    );
    for (const source of sources) {
      const path = resolve(root, source.replace(/^\0/, '')).replaceAll('\\', '/');
      const [folder] = PACKAGE_FOLDER.exec(path) ?? [];
      if (folder !== undefined) folders.add(folder);
    }
  }
  return {
    worker: {
      name: 'kitwell:licenses-of-workers',
      apply: 'build',
      generateBundle: (_options, bundle) => collect(bundle),
    },
    app: {
      name: 'kitwell:licenses',
      configureServer(server) {
        server.middlewares.use(`${server.config.base}${LICENSES_FILE}`, (_request, response) => {
          response.setHeader('content-type', 'text/plain;charset=utf-8');
          response.end('A build lists the packages that it contains here.\n');
        });
      },
      generateBundle(_options, bundle) {
        if (this.environment.name !== 'client') return;
        collect(bundle);
        const entries = [...new Set([...folders].map(entryOf))].sort();
        this.emitFile({
          type: 'asset',
          fileName: LICENSES_FILE,
          source: entries.join(`\n${'-'.repeat(80)}\n\n`),
        });
      },
    },
  };
}
