import { ROOT, run } from './run';

const OUT_DIR = `${ROOT}/.cache/bench-build`;
let built: Promise<string> | undefined;

/**
 * Makes a production build for the benchmarks, once for all of them.
 *
 * @returns its folder
 * @throws Error with the output of a build that failed
 */
export function benchBuild(): Promise<string> {
  built ??= run('tsx', ['scripts/build.ts', '--out', OUT_DIR]).then(({ ok, output }) => {
    if (!ok) throw new Error(output);
    return OUT_DIR;
  });
  return built;
}
