/** Imports point one way: packages ← contract ← domain ← lib ← ui; domain ← machines ← app ← features/x ← pages. */
const { Compiler } = require('@swc/core');

// dependency-cruiser has swc read every file as plain TypeScript, and stops at the first element of a .tsx file.
const parseFileSync = Compiler.prototype.parseFileSync;
Compiler.prototype.parseFileSync = function parseWithJsx(path, options) {
  return parseFileSync.call(this, path, { ...options, tsx: path.endsWith('.tsx') });
};

const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });
// What declares a call: all that the product needs of the mock engine.
const declaring = '^packages/mock-engine/src/declaration\\.ts$';
const mocks = ['^src/mocks/', '^packages/mock-engine/src/(?!declaration\\.ts$)'];
const packages = (...names) => `node_modules/(${names.join('|')})(/|$)`;

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    rule(
      'no-circular',
      'Two modules that need each other are one module, or want a third one.',
      {},
      { circular: true },
    ),
    rule(
      'contract-is-a-leaf',
      'The contract is read by everything, so it reads nothing but what declares a call.',
      { path: '^src/contract/' },
      { pathNot: ['^src/contract/', declaring, packages('zod')] },
    ),
    rule(
      'domain-is-pure',
      'Shapes and functions of the product: no React, no XState.',
      { path: '^src/domain/' },
      { pathNot: ['^src/(domain|contract)/', declaring] },
    ),
    rule(
      'lib-is-below-ui',
      'A library has no look.',
      { path: '^src/lib/' },
      { path: '^src/', pathNot: ['^src/(lib|contract|domain)/', '\\.css$'] },
    ),
    rule(
      'ui-is-below-app',
      'Product rules live above the kit.',
      { path: '^src/ui/' },
      { path: '^src/', pathNot: ['^src/(ui|lib|contract|domain)/', '\\.css$'] },
    ),
    rule(
      'machines-are-pure',
      'A machine gets its effects by `provide`: no fetching, no DOM, no toasts in here.',
      { path: '^src/machines/' },
      { pathNot: ['^src/(machines|domain|contract)/', packages('xstate')] },
    ),
    rule(
      'no-cross-feature',
      'Pages put features together; a feature knows only itself and the application.',
      { path: '^src/features/([^/]+)/' },
      { path: '^src/features/', pathNot: '^src/features/$1/' },
    ),
    rule(
      'app-is-below-features',
      'Every feature may use the application, so it uses none of them.',
      { path: '^src/app/' },
      { path: '^src/(features|pages)/' },
    ),
    rule(
      'features-below-pages',
      'A feature is used by pages, never the other way round.',
      { path: '^src/features/' },
      { path: '^src/pages/' },
    ),
    rule(
      'mocks-see-only-contract',
      'The mock backend is a server: it shares only the contract and the names of storage keys with the client (its panel, split screen and stories also ui and lib).',
      { path: '^src/mocks/(?!panel/|kitwell/(split|stories/player)/)' },
      { path: '^src/', pathNot: ['^src/(mocks|contract)/', '^src/domain/storage-keys\\.ts$'] },
    ),
    rule(
      'packages-know-no-product',
      'A package is for any product, and so are its tests.',
      { path: '^packages/[^/]+/(src|tests)/' },
      { path: '^(src|tests|scripts)/' },
    ),
    rule(
      'declaring-needs-no-engine',
      'The product ships what declares a call, without the mock engine.',
      { path: declaring },
      { path: '^packages/', pathNot: declaring },
    ),
    rule(
      'one-module-imports-zod',
      'A schema that exists before the JIT is off would violate the CSP.',
      { path: '^src/', pathNot: '^src/(contract/zod|mocks/panel/data/table-fields)\\.ts$' },
      { path: packages('zod') },
    ),
    ...[
      ['db', 'world|engine|worker|hosts|inspector'],
      ['world', 'engine|worker|hosts|inspector'],
      ['engine', 'worker|hosts|inspector'],
    ].map(([folder, above]) =>
      rule(
        `${folder}-is-below`,
        'The folders of the mock engine point one way: db ← world ← engine ← hosts.',
        { path: `^packages/mock-engine/src/${folder}/` },
        { path: `^packages/mock-engine/src/(${above})/` },
      ),
    ),
    rule(
      'panel-knows-no-product',
      'The control room is for any contract: it uses the ui kit, lib and the mock engine, and nothing else of the client.',
      { path: '^src/mocks/panel/' },
      {
        path: '^src/',
        pathNot: ['^src/mocks/panel/', '^src/(lib|ui)/', '^src/styles/.+\\.css$'],
      },
    ),
    rule(
      'only-main-imports-mocks',
      'Only main.tsx does, dynamically, so that a production build holds no byte of them.',
      { path: '^src/', pathNot: ['^src/mocks/', '^src/main\\.tsx$'] },
      { path: mocks },
    ),
    rule(
      'main-imports-mocks-lazily',
      'A static import would put the mock backend into every build.',
      { path: '^src/main\\.tsx$' },
      { path: mocks, dynamic: false, dependencyTypesNot: ['type-only'] },
    ),
    rule(
      'only-the-guard-reads-workbooks',
      'Bytes of an unknown file reach the sheet library only through the checks of workbook-guard.ts.',
      // text-workbook.ts writes: biome.json allows it none of the functions that read.
      { path: '^src/', pathNot: ['/import/(workbook-guard|text-workbook)\\.ts$'] },
      { path: packages('xlsx') },
    ),
    rule(
      'no-tests-in-src',
      'What ships does not know its tests.',
      { path: '^(src|packages/mock-engine/src)/' },
      { path: '^(tests|scripts|packages/mock-engine/tests)/' },
    ),
    rule(
      'resolvable',
      'An import must lead somewhere.',
      { path: '^(src|packages/mock-engine/src)/' },
      { couldNotResolve: true },
    ),
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^packages/[^/]+/dist/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'browser', 'types', 'default'],
      extensions: ['.ts', '.tsx', '.d.ts', '.js', '.json', '.css'],
    },
  },
};
