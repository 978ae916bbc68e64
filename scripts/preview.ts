import { parseArgs } from 'node:util';
import { errorMessage } from '@kitwell/mock-engine/error-message';
import { portIn, UsageError } from '@kitwell/mock-engine/hosts/http/usage-error';
import { basePath } from './build/base-path';
import { serveBuild } from './build/serve-build';
import { onNpmEnd } from './lib/on-npm-end';
import { readOptions } from './lib/options';

const { dir, port, base, compressed } = readOptions(() => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      port: { type: 'string', default: '4173' },
      base: { type: 'string', default: '/' },
      uncompressed: { type: 'boolean', default: false },
    },
  });
  // The scripts of package.json name one; the user may name another behind it.
  if (positionals.length > 2)
    throw new UsageError(`Name one folder, not ${positionals.slice(1).join(', ')}.`);
  return {
    dir: positionals.at(-1) ?? 'dist',
    port: portIn('--port', values.port),
    base: basePath(values.base),
    compressed: !values.uncompressed,
  };
});

try {
  const { url, close } = await serveBuild({ dir, base, port, compressed });
  onNpmEnd(() => void close().then(() => process.exit()));
  console.log(`${dir}/ at ${url} (Ctrl+C ends it)`);
} catch (error) {
  console.error(errorMessage(error));
  process.exitCode = 1;
}
