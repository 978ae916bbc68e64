import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const CONFIG = join(ROOT, '.dependency-cruiser.cjs');
const created: string[] = [];

type Tree = Readonly<Record<string, string>>;
const use = (path: string) => `import '${path}';\n`;

/** A project with the same layout and one file in every layer, with allowed imports only. */
const TIDY: Tree = {
  'tsconfig.json': '{ "compilerOptions": { "paths": { "@/*": ["./src/*"] }, "jsx": "react-jsx" } }',
  'package.json':
    '{ "name": "seeded", "type": "module", "dependencies": { "zod": "1", "xstate": "1", "react": "1", "xlsx": "1" } }',
  ...Object.fromEntries(
    ['zod', 'xstate', 'react', 'xlsx'].flatMap((name) => [
      [
        `node_modules/${name}/package.json`,
        `{ "name": "${name}", "type": "module", "exports": "./index.js" }`,
      ],
      [`node_modules/${name}/index.js`, 'export {};\n'],
    ]),
  ),
  'src/contract/kit.ts': use('zod'),
  'src/lib/format.ts': use('@/contract/kit'),
  'src/ui/form/button.tsx': `${use('react')}export const Button = () => <button type="button">Go</button>;\n`,
  'src/machines/order.machine.ts': use('xstate') + use('@/contract/kit'),
  'src/features/api/client.ts': use('@/contract/kit') + use('@/lib/format'),
  'src/features/orders/order.ts': use('@/machines/order.machine') + use('../api/client') + use('./total'),
  'src/features/orders/total.ts': 'export {};\n',
  'src/features/patients/patient.ts': use('@/features/api/client'),
  'src/features/patients/import/parse.ts': use('./workbook-guard'),
  'src/features/patients/import/workbook-guard.ts': use('xlsx'),
  'src/pages/dashboard.page.tsx': use('@/features/orders/order') + use('@/features/patients/patient'),
  'src/mocks/browser.ts': use('@/contract/kit') + use('./panel/panel'),
  'src/mocks/panel/panel.tsx': use('@/ui/form/button'),
  'src/contract/declaration.ts': use('zod'),
  'src/mocks/engine/engine.ts': use('../../contract/declaration') + use('../control'),
  'src/mocks/control.ts': use('./db/table'),
  'src/mocks/db/table.ts': 'export {};\n',
  'src/mocks/kitwell/kitwell.ts': use('@/contract/kit') + use('../engine/engine'),
  'src/main.tsx': `${use('@/pages/dashboard.page')}if (__MOCKS__) void import('@/mocks/browser');\n`,
  'tests/support/data.ts': 'export {};\n',
};

function plant(tree: Tree): string {
  const folder = mkdtempSync(join(tmpdir(), 'kitwell-boundaries-'));
  created.push(folder);
  for (const [path, text] of Object.entries(tree)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

interface Violation {
  readonly rule: { readonly name: string };
  readonly from: string;
}

function violations(tree: Tree): { rule: string; from: string }[] {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [
      join(ROOT, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs'),
      ...['src', '--config', CONFIG, '--output-type', 'json'],
    ],
    { cwd: plant(tree), encoding: 'utf8' },
  );
  if (stdout === '') throw new Error(stderr);
  const report: { summary: { violations: Violation[] } } = JSON.parse(stdout);
  return report.summary.violations.map(({ rule, from }) => ({ rule: rule.name, from }));
}

/** One file per forbidden import; a rule that can be violated in two ways is listed twice. */
const SEEDS: readonly { rule: string; file: string; imports: string }[] = [
  { rule: 'no-circular', file: 'src/features/orders/loop.ts', imports: use('./looped') },
  { rule: 'contract-is-a-leaf', file: 'src/contract/uses-lib.ts', imports: use('@/lib/format') },
  { rule: 'contract-is-a-leaf', file: 'src/contract/uses-react.ts', imports: use('react') },
  {
    rule: 'lib-and-ui-see-only-contract',
    file: 'src/lib/uses-machine.ts',
    imports: use('@/machines/order.machine'),
  },
  {
    rule: 'lib-and-ui-see-only-contract',
    file: 'src/ui/uses-feature.ts',
    imports: use('@/features/api/client'),
  },
  { rule: 'machines-are-pure', file: 'src/machines/uses-react.machine.ts', imports: use('react') },
  { rule: 'machines-are-pure', file: 'src/machines/uses-node.machine.ts', imports: use('node:fs') },
  { rule: 'machines-are-pure', file: 'src/machines/uses-lib.machine.ts', imports: use('@/lib/format') },
  {
    rule: 'no-cross-feature',
    file: 'src/features/orders/part.tsx',
    imports: `${use('@/features/patients/patient')}export const Part = () => <p data-part="yes">Part</p>;\n`,
  },
  {
    rule: 'no-cross-feature',
    file: 'src/features/orders/types.ts',
    imports: `import type {} from '@/features/patients/patient';\n`,
  },
  {
    rule: 'no-cross-feature',
    file: 'src/features/orders/uses-other.ts',
    imports: use('@/features/patients/patient'),
  },
  {
    rule: 'api-is-below-features',
    file: 'src/features/api/uses-feature.ts',
    imports: use('../orders/total'),
  },
  {
    rule: 'features-below-pages',
    file: 'src/features/orders/uses-page.ts',
    imports: use('@/pages/dashboard.page'),
  },
  {
    rule: 'only-main-imports-mocks',
    file: 'src/features/orders/uses-mocks.ts',
    imports: use('@/mocks/browser'),
  },
  {
    rule: 'only-main-imports-mocks',
    file: 'src/pages/uses-mocks.ts',
    imports: `void import('@/mocks/browser');\n`,
  },
  { rule: 'mocks-see-only-contract', file: 'src/mocks/uses-lib.ts', imports: use('@/lib/format') },
  { rule: 'mocks-see-only-contract', file: 'src/mocks/uses-ui.ts', imports: use('@/ui/form/button') },
  {
    rule: 'mock-engine-knows-no-product',
    file: 'src/mocks/engine/uses-contract.ts',
    imports: use('../../contract/kit'),
  },
  {
    rule: 'mock-engine-knows-no-product',
    file: 'src/mocks/hosts/uses-product.ts',
    imports: use('@/mocks/kitwell/kitwell'),
  },
  {
    rule: 'declaration-knows-no-product',
    file: 'src/contract/declaration.ts',
    imports: use('./kit'),
  },
  {
    rule: 'panel-knows-no-product',
    file: 'src/mocks/panel/uses-feature.ts',
    imports: use('@/features/api/client'),
  },
  {
    rule: 'panel-knows-no-product',
    file: 'src/mocks/panel/uses-product.ts',
    imports: use('@/mocks/kitwell/kitwell'),
  },
  {
    rule: 'only-the-guard-reads-workbooks',
    file: 'src/features/patients/import/reads-workbook.ts',
    imports: use('xlsx'),
  },
  { rule: 'no-tests-in-src', file: 'src/pages/uses-tests.ts', imports: use('../../tests/support/data') },
  { rule: 'resolvable', file: 'src/pages/uses-nothing.ts', imports: use('@/pages/not-there') },
];

afterAll(() => {
  for (const folder of created) rmSync(folder, { recursive: true, force: true });
});

describe('import boundaries', () => {
  let found: { rule: string; from: string }[] = [];
  beforeAll(() => {
    const seeded = Object.fromEntries(SEEDS.map(({ file, imports }) => [file, imports]));
    found = violations({ ...TIDY, ...seeded, 'src/features/orders/looped.ts': use('./loop') });
  });

  it('lets every allowed import pass', () => {
    expect(violations(TIDY)).toEqual([]);
  });

  it.each(SEEDS)('$rule rejects $file', ({ rule, file }) => {
    expect(found).toContainEqual({ rule, from: file });
  });

  it('rejects a static import of the mock backend even in main.tsx', () => {
    const found = violations({ ...TIDY, 'src/main.tsx': use('@/mocks/browser') });
    expect(found).toEqual([{ rule: 'main-imports-mocks-lazily', from: 'src/main.tsx' }]);
  });

  it('has a seeded violation for each of its rules', () => {
    const config: { forbidden: { name: string }[] } = createRequire(import.meta.url)(CONFIG);
    const seeded = new Set([...SEEDS.map(({ rule }) => rule), 'main-imports-mocks-lazily']);
    expect(config.forbidden.map(({ name }) => name).filter((name) => !seeded.has(name))).toEqual([]);
  });
});
