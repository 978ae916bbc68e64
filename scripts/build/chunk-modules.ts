import { relative } from 'node:path';
import type { Plugin } from 'vite';

/** Which modules stand in which file of a build, for the size gates. */
export const MODULES_FILE = '.vite/modules.json';

/** Writes `MODULES_FILE`: file name → its modules, named from the project's folder. */
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

/** A package's file may lie outside the project, where its folder is shared: its name starts at `node_modules`. */
const nameOf = (root: string, id: string): string =>
  /(?<=\/)node_modules\/.*$/.exec(id)?.[0] ?? relative(root, id.replace(/^\0/, ''));
