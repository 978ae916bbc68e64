/** A vulnerability of a published package: it affects versions from `from` up to, not including, `fixed`. */
interface Advisory {
  readonly name: string;
  readonly ids: string;
  readonly ranges: readonly { readonly from: string; readonly fixed: string }[];
}

export interface LockedPackage {
  readonly name: string;
  readonly version: string;
  /** Its path in the lock file. */
  readonly place: string;
}

const within = (name: string, ids: string, ...ranges: [from: string, fixed: string][]): Advisory => ({
  name,
  ids,
  ranges: ranges.map(([from, fixed]) => ({ from, fixed })),
});
const before = (name: string, fixed: string, ids: string): Advisory => within(name, ids, ['0.0.0', fixed]);

/**
 * Maintained by hand, because `npm audit` needs a network that builds here lack: advisories for the packages that we
 * ship, serve or build with, as of November 2026. Update with each new or upgraded package, and once a quarter.
 */
export const advisories: readonly Advisory[] = [
  before('@e965/xlsx', '0.20.2', 'CVE-2023-30533, CVE-2024-22363'),
  before('dompurify', '3.4.13', 'CVE-2026-0540, CVE-2026-41238…41240, CVE-2026-49458, GHSA-55q2-fjhq-7xh7'),
  before(
    'react-router',
    '7.18.1',
    'CVE-2026-22029, CVE-2026-33245, GHSA-49rj-9fvp-4h2h, GHSA-h8fp-f39c-q6mh',
  ),
  before('swiper', '12.1.2', 'CVE-2021-23370, CVE-2026-27212'),
  before('immer', '9.0.6', 'CVE-2021-23436'),
  before('zod', '3.22.3', 'CVE-2023-4316'),
  before('vite', '8.0.16', 'CVE-2026-39363…39365, CVE-2026-53571, CVE-2026-53632'),
  before('vitest', '3.2.6', 'CVE-2025-24964, CVE-2026-47429'),
  before('esbuild', '0.28.1', 'GHSA-67mh-4wv8-2f99, GHSA-g7r4-m6w7-qqqr'),
  before('postcss', '8.5.26', 'GHSA-fxqj-rqcc-2cmp, GHSA-r28c-9q8g-f849'),
  before('nanoid', '3.3.18', 'CVE-2024-55565, CVE-2026-67213'),
  before('undici', '7.29.0', 'CVE-2026-1525…1528, CVE-2026-2229, GHSA-8xcm-r25x-g524'),
  before('jsdom', '16.5.0', 'CVE-2021-20066'),
  before('playwright', '1.55.1', 'CVE-2025-59288'),
  before('on-headers', '1.1.0', 'CVE-2025-7339'),
  before('tough-cookie', '4.1.3', 'CVE-2023-26136'),
  before('cookie', '0.7.0', 'CVE-2024-47764'),
  before('h3', '1.15.5', 'CVE-2026-23527'),
  before('defu', '6.1.5', 'CVE-2026-35209'),
  before('fast-uri', '3.1.6', 'GHSA-v2hh-gcrm-f6hx, GHSA-7p8r-x3mc-p8w7, GHSA-5jgf-p345-68v8'),
  before('ini', '1.3.6', 'CVE-2020-7788'),
  before('lodash', '4.18.0', 'CVE-2025-13465, CVE-2026-2950, CVE-2026-4800'),
  before('uuid', '11.1.1', 'CVE-2026-41907'),
  before('minimist', '1.2.6', 'CVE-2020-7598, CVE-2021-44906'),
  before('json-pointer', '0.6.2', 'CVE-2021-23820, CVE-2022-4742'),
  before('node-fetch', '2.6.7', 'CVE-2020-15168, CVE-2022-0235'),
  before('@tootallnate/once', '2.0.1', 'GHSA-vpq2-c234-7xj6'),
  within(
    'path-to-regexp',
    'CVE-2024-45296, CVE-2024-52798',
    ['0.0.0', '0.1.12'],
    ['0.2.0', '6.3.0'],
    ['7.0.0', '8.0.0'],
  ),
  within(
    'picomatch',
    'CVE-2026-33671, CVE-2026-33672',
    ['0.0.0', '2.3.2'],
    ['3.0.0', '3.0.2'],
    ['4.0.0', '4.0.4'],
  ),
  within('ajv', 'CVE-2025-69873', ['0.0.0', '6.14.0'], ['7.0.0', '8.18.0']),
  within('yaml', 'CVE-2026-33532', ['1.0.0', '1.10.3'], ['2.0.0', '2.8.3']),
  within('js-yaml', 'CVE-2025-64718', ['0.0.0', '3.14.2'], ['4.0.0', '4.1.1']),
  within('debug', 'CVE-2025-59144', ['4.4.2', '4.4.3']),
  within('semver', 'CVE-2022-25883', ['7.0.0', '7.5.2']),
  within('json5', 'CVE-2022-46175', ['2.0.0', '2.2.2']),
  within('@babel/runtime', 'CVE-2025-27789', ['7.0.0', '7.26.10']),
  within('graphql', 'CVE-2023-26144', ['16.3.0', '16.8.1']),
];

const numbersOf = (version: string) => (version.split(/[-+]/, 1)[0] ?? '').split('.').map(Number);

function isBefore(one: string, other: string): boolean {
  const [left, right] = [numbersOf(one), numbersOf(other)];
  const place = [0, 1, 2].find((index) => left[index] !== right[index]);
  return place !== undefined && (left[place] ?? 0) < (right[place] ?? 0);
}

/** The known advisories for a package version. */
export const advisoriesOn = ({ name, version }: Pick<LockedPackage, 'name' | 'version'>): Advisory[] =>
  advisories.filter(
    (advisory) =>
      advisory.name === name &&
      advisory.ranges.some(({ from, fixed }) => !isBefore(version, from) && isBefore(version, fixed)),
  );
