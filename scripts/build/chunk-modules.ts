import { relative } from 'node:path';
import type { Plugin } from 'vite';

/** Maps each file of a build to its modules, for the size checks. */
export const MODULES_FILE = '.vite/modules.json';

/** Writes `MODULES_FILE`: file name → its modules, relative to the project folder. */
export function chunkModules(root: string): Plugin {
  return {
    name: 'kitwell:chunk-modules',
    apply: 'build',
    generateBundle(_options, bundle) {
      const modules = Object.values(bundle).flatMap((file) =>
        file.type === 'chunk' ? [[file.fileName, file.moduleIds.map((id) => nameOf(root, id))] as const] : [],
      );
      this.emitFile({
        type: 'asset',
        fileName: MODULES_FILE,
        source: JSON.stringify(Object.fromEntries(modules)),
      });
    },
  };
}

/** node_modules may be outside the project if it is shared, so package names start at `node_modules`. */
const nameOf = (root: string, id: string): string =>
  /(?<=\/)node_modules\/.*$/.exec(id)?.[0] ?? relative(root, id.replace(/^\0/, ''));
