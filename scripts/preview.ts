import { parseArgs } from 'node:util';
import { basePath } from './build/base-path';
import { serveBuild } from './build/serve-build';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    port: { type: 'string', default: '4173' },
    base: { type: 'string', default: '/' },
    uncompressed: { type: 'boolean', default: false },
  },
});

try {
  const base = basePath(values.base);
  const { url } = await serveBuild({
    dir: positionals[0] ?? 'dist',
    base,
    port: Number(values.port),
    compressed: !values.uncompressed,
  });
  console.log(`${positionals[0] ?? 'dist'}/ at ${url} (Ctrl+C ends it)`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
