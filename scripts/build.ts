import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { errorMessage } from '@kitwell/mock-engine/error-message';
import { build, loadEnv } from 'vite';
import { readConfig } from '@/lib/read-config';
import { basePath } from './build/base-path';
import { configWarnings } from './build/config-warnings';
import { prerenderPages } from './build/prerender';
import { writeHeaders } from './build/security-headers';
import { readOptions } from './lib/options';
import { ROOT } from './lib/run';

const { values } = readOptions(() =>
  parseArgs({
    options: {
      demo: { type: 'boolean', default: false },
      base: { type: 'string', default: '/' },
      out: { type: 'string' },
    },
  }),
);
const mode = values.demo ? 'demo' : 'production';
const base = basePath(values.base);
const outDir = values.out ?? (values.demo ? 'dist-demo' : 'dist');

try {
  const env = loadEnv(mode, ROOT, 'VITE_');
  const config = readConfig(env);
  const warnings = values.demo ? [] : configWarnings(env);
  if (warnings.length > 0)
    console.warn(`Before this build goes online (see .env.example):\n  ${warnings.join('\n  ')}`);
  await build({
    root: ROOT,
    configLoader: 'runner',
    mode,
    base,
    logLevel: 'warn',
    build: { outDir, emptyOutDir: true },
  });
  await prerenderPages({
    outDir: resolve(ROOT, outDir),
    base,
    mode,
    demo: values.demo,
    site: config.siteUrl,
  });
  writeHeaders(outDir, { base, config, mocks: values.demo });
  console.log(`${mode} build in ${outDir}/, for a host that serves it at ${base}`);
} catch (error) {
  console.error(errorMessage(error));
  process.exitCode = 1;
}
