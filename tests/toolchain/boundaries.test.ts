import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '../../scripts/lib/run';

const CONFIG = join(ROOT, '.dependency-cruiser.cjs');

/** Files with one forbidden import each, and the rule that must reject it. */
const FORBIDDEN: readonly (readonly [rule: string, file: string, imported: string])[] = [
  ['no-circular', 'src/features/orders/loop.ts', './looped'],
  ['contract-is-a-leaf', 'src/contract/uses-lib.ts', '@/lib/format'],
  ['contract-is-a-leaf', 'src/contract/uses-react.ts', 'react'],
  ['lib-and-ui-see-only-contract', 'src/lib/uses-machine.ts', '@/machines/order.machine'],
  ['lib-and-ui-see-only-contract', 'src/ui/uses-feature.ts', '@/features/api/client'],
  ['machines-are-pure', 'src/machines/uses-react.machine.ts', 'react'],
  ['machines-are-pure', 'src/machines/uses-node.machine.ts', 'node:fs'],
  ['no-cross-feature', 'src/features/orders/uses-other.ts', '@/features/patients/patient'],
  ['api-is-below-features', 'src/features/api/uses-feature.ts', '../orders/total'],
  ['features-below-pages', 'src/features/orders/uses-page.ts', '@/pages/dashboard.page'],
  ['only-main-imports-mocks', 'src/pages/uses-mocks.ts', '@/mocks/browser'],
  ['main-imports-mocks-lazily', 'src/main.tsx', '@/mocks/browser'],
  ['mocks-see-only-contract', 'src/mocks/uses-lib.ts', '@/lib/format'],
  ['mock-engine-knows-no-product', 'src/mocks/engine/uses-contract.ts', '../../contract/kit'],
  ['mock-engine-knows-no-product', 'src/mocks/hosts/uses-product.ts', '@/mocks/kitwell/kitwell'],
  ['declaration-knows-no-product', 'src/contract/declaration.ts', './kit'],
  ['panel-knows-no-product', 'src/mocks/panel/uses-feature.ts', '@/features/api/client'],
  ['panel-knows-no-product', 'src/mocks/panel/uses-product.ts', '@/mocks/kitwell/kitwell'],
  ['only-the-guard-reads-workbooks', 'src/features/patients/import/reads-workbook.ts', 'xlsx'],
  ['no-tests-in-src', 'src/pages/uses-tests.ts', '../../tests/support/data'],
  ['resolvable', 'src/pages/uses-nothing.ts', '@/pages/not-there'],
];
/** What they import. */
const IMPORTED = [
  'src/contract/kit.ts',
  'src/lib/format.ts',
  'src/machines/order.machine.ts',
  'src/features/api/client.ts',
  'src/features/orders/total.ts',
  'src/features/patients/patient.ts',
  'src/pages/dashboard.page.tsx',
  'src/mocks/browser.ts',
  'src/mocks/kitwell/kitwell.ts',
  'tests/support/data.ts',
];
const PACKAGES = ['react', 'xlsx'];

/** All rules that a project with these files breaks, each with the file that does. */
function violations(files: Readonly<Record<string, string>>): unknown[][] {
  const folder = mkdtempSync(join(tmpdir(), 'kitwell-boundaries-'));
  try {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    const tool = join(ROOT, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
    const args = [tool, 'src', '--config', CONFIG, '--output-type', 'json'];
    const { stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
    const { summary }: { summary: { violations: { rule: { name: string }; from: string }[] } } =
      JSON.parse(stdout);
    return summary.violations.map(({ rule, from }) => [rule.name, from]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

it('each rule of the import boundaries rejects the imports that it forbids', () => {
  const found = violations({
    'tsconfig.json': '{ "compilerOptions": { "paths": { "@/*": ["./src/*"] }, "jsx": "react-jsx" } }',
    'package.json': '{ "name": "seeded", "type": "module", "dependencies": { "react": "1", "xlsx": "1" } }',
    ...Object.fromEntries(
      PACKAGES.flatMap((name) => [
        [`node_modules/${name}/package.json`, `{ "name": "${name}", "exports": "./index.js" }`],
        [`node_modules/${name}/index.js`, 'export {};\n'],
      ]),
    ),
    ...Object.fromEntries(IMPORTED.map((file) => [file, 'export {};\n'])),
    ...Object.fromEntries(FORBIDDEN.map(([, file, imported]) => [file, `import '${imported}';\n`])),
    'src/features/orders/looped.ts': `import './loop';\n`,
  });
  for (const [rule, file] of FORBIDDEN) expect(found).toContainEqual([rule, file]);
  const config: { forbidden: { name: string }[] } = createRequire(import.meta.url)(CONFIG);
  const broken = FORBIDDEN.map(([rule]) => rule);
  expect(config.forbidden.map(({ name }) => name).filter((name) => !broken.includes(name))).toEqual([]);
});
