/** The licenses of the packages in a build, next to its `index.html`; `scripts/build/licenses.ts` writes it. */
export const LICENSES_FILE = 'licenses.txt';
