import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { createVitest, type TestModule } from 'vitest/node';
import { type AnyStateMachine, StateMachine } from 'xstate';
import { errorMessage } from '@/mocks/world/error-message';
import { readOptions, requireNames } from './lib/options';
import { ROOT } from './lib/run';
import { type Mutant, mutantsOf } from './mutants/machine-mutants';

const MACHINES = join(ROOT, 'src/machines');
const TESTS = join(ROOT, 'tests/machines');
const WRAPPER = join(ROOT, 'scripts/mutants/xstate.ts');
/** Surviving mutants that change nothing a user can notice, each with the reason, by machine. */
const ARGUED = 'docs/mutants.md';

interface Subject {
  readonly name: string;
  readonly machine: AnyStateMachine;
  readonly mutants: readonly Mutant[];
  /** The machine's own tests: those that import its file. */
  readonly files: readonly string[];
}

async function subjectOf(file: string): Promise<Subject> {
  const exported: Record<string, unknown> = await import(pathToFileURL(join(MACHINES, file)).href);
  const machine = Object.values(exported).find(
    (value): value is AnyStateMachine => value instanceof StateMachine,
  );
  if (machine === undefined) throw new Error(`${file} exports no machine.`);
  const name = file.replace(/\.machine\.ts$/, '');
  const files = readdirSync(TESTS)
    .map((test) => join(TESTS, test))
    .filter((test) => readFileSync(test, 'utf8').includes(`'@/machines/${name}.machine'`));
  if (files.length === 0) throw new Error(`No file of tests/machines imports "${name}.machine".`);
  return { name, machine, mutants: mutantsOf(machine.config), files };
}

/** Runs a machine's tests on each of its mutants, in one process. Returns the names of the mutants that survived. */
async function survivorsOf({ name, machine, mutants, files }: Subject): Promise<string[]> {
  const vitest = await createVitest(
    'test',
    {
      config: false,
      root: ROOT,
      watch: false,
      reporters: [{}],
      silent: true,
      include: ['scripts/mutants/every-mutant.ts'],
      setupFiles: ['tests/support/fail-on-console.ts'],
      provide: { machine: machine.id, mutants: mutants.map((mutant) => mutant.name), files },
      testTimeout: 30_000,
      restoreMocks: true,
      unstubGlobals: true,
      // A rejection that no one handles belongs to a mutant whose tests go on.
      dangerouslyIgnoreUnhandledErrors: true,
    },
    {
      resolve: {
        alias: { '@': join(ROOT, 'src'), '@tests': join(ROOT, 'tests') },
      },
      plugins: [
        {
          name: 'machine-mutants',
          enforce: 'pre',
          resolveId: (source, importer) =>
            source === 'xstate' && importer !== WRAPPER ? WRAPPER : undefined,
        },
      ],
    },
  );
  try {
    await vitest.start();
    const [run] = vitest.state.getTestModules();
    return survivorsIn(name, run);
  } finally {
    await vitest.close();
  }
}

function survivorsIn(name: string, run: TestModule | undefined): string[] {
  const suites = [...(run?.children.suites() ?? [])];
  const unchanged = suites.find((suite) => suite.name === 'unchanged');
  if (run === undefined || unchanged?.state() !== 'passed' || run.errors().length > 0) {
    const failed = [...(unchanged?.children.allTests('failed') ?? [])].map(
      (test) => `${test.fullName}: ${test.result().errors?.[0]?.message}`,
    );
    const errors = [...(run?.errors() ?? []).map(({ message }) => message), ...failed];
    throw new Error(`The tests of "${name}" don't pass on the machine as it is.\n${errors.join('\n')}`);
  }
  return suites
    .filter((suite) => suite !== unchanged && suite.state() === 'passed')
    .map((suite) => suite.name);
}

/** Returns the argued mutants by machine: the rows of the table under each machine's heading. */
function arguedMutants(): Map<string, string[]> {
  const sections = readFileSync(join(ROOT, ARGUED), 'utf8').split(/^## /m).slice(1);
  return new Map(
    sections.map((section) => {
      const [name = '', ...lines] = section.split('\n');
      const rows = lines.flatMap((line) => /^\| `([^`]+)` \| ./.exec(line)?.[1] ?? []);
      return [name.trim(), rows];
    }),
  );
}

/** Tests a machine on its mutants and prints a line, and one for each that survived without being argued. */
async function report(file: string, argued: readonly string[]) {
  const started = performance.now();
  const subject = await subjectOf(file);
  const survivors = await survivorsOf(subject);
  const open = survivors.filter((mutant) => !argued.includes(mutant));
  const outdated = argued.filter((mutant) => !survivors.includes(mutant));
  const passed = open.length + outdated.length === 0;
  const all = subject.mutants.length;
  const killed = all - survivors.length;
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(
    `${passed ? '✓' : '✗'} ${subject.name}: ${killed} of ${all} killed, ${survivors.length - open.length} argued, ${seconds} s`,
  );
  for (const mutant of open) console.log(`    survived: ${mutant}`);
  for (const mutant of outdated) console.log(`    killed, or gone, but argued in ${ARGUED}: ${mutant}`);
  return { all, killed, passed };
}

const machineFiles = readdirSync(MACHINES).filter((file) => file.endsWith('.machine.ts'));
const machineOf = (file: string) => file.replace(/\.machine\.ts$/, '');
const wanted = readOptions(() => {
  const { positionals } = parseArgs({ allowPositionals: true });
  requireNames('machine', positionals, machineFiles.map(machineOf));
  return positionals;
});
const argued = arguedMutants();
const total = { all: 0, killed: 0, failed: 0 };
for (const file of machineFiles) {
  const name = machineOf(file);
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  try {
    const { all, killed, passed } = await report(file, argued.get(name) ?? []);
    total.all += all;
    total.killed += killed;
    if (!passed) total.failed += 1;
  } catch (error) {
    console.error(`✗ ${name}: ${errorMessage(error)}`);
    total.failed += 1;
  }
}
console.log(`${total.killed} of ${total.all} mutants killed`);
process.exitCode = total.failed === 0 && total.all > 0 ? 0 : 1;
