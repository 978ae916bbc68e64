import { join } from 'node:path';
import type { MockPages } from '@kitwell/mock-engine/hosts/http/pages';
import type { InlineConfig, Rolldown } from 'vite';
import { ROOT } from '../lib/run';

/** How the pages that a mock serves below `/__mock/` are built, by the name of each. */
export async function pagesConfig(pages: Readonly<Record<string, string>>): Promise<InlineConfig> {
  // On demand: a mock whose pages no one opens starts without it.
  const { default: tailwindcss } = await import('@tailwindcss/vite');
  return {
    root: ROOT,
    configFile: false,
    publicDir: false,
    // React's packages mark what runs in browsers, a warning each.
    logLevel: 'error',
    base: './',
    plugins: [tailwindcss()],
    resolve: {
      alias: { '@': join(ROOT, 'src'), '@kitwell/mock-engine': join(ROOT, 'packages/mock-engine/src') },
    },
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: {
        input: Object.fromEntries(Object.entries(pages).map(([name, file]) => [name, join(ROOT, file)])),
        output: {
          entryFileNames: '[name].js',
          chunkFileNames: '[name].js',
          assetFileNames: '[name][extname]',
        },
      },
    },
  };
}

export const ROOM_PAGE = { room: 'src/mocks/panel/http/room.tsx' } as const;
const pages = { ...ROOM_PAGE, checkout: 'src/mocks/kitwell/http-checkout.tsx' };

/** The pages of this product's mock, built when the first of them is opened. */
export function mockPages(): MockPages {
  let files: Promise<Map<string, string | Uint8Array<ArrayBuffer>>> | undefined;
  async function buildAll() {
    const { build } = await import('vite');
    const config = await pagesConfig(pages);
    const { output } = (await build({
      ...config,
      build: { ...config.build, write: false },
    })) as Rolldown.RolldownOutput;
    return new Map(
      output.map((file) => {
        const content = file.type === 'chunk' ? file.code : file.source;
        return [file.fileName, typeof content === 'string' ? content : new Uint8Array(content)];
      }),
    );
  }
  return {
    names: Object.keys(pages),
    async read(file) {
      files ??= buildAll().catch((error: unknown) => {
        // The next try may succeed, as after an edit.
        files = undefined;
        throw error;
      });
      return (await files).get(file);
    },
  };
}
