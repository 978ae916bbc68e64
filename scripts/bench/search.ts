import { searchIn, searchIndex } from '@/lib/search/text-search';
import { createPeople } from '@/mocks/kitwell/seeds/generate';
import { type Figure, inPairs, median, rounded } from './support/bench';

/** Searching 10,000 patients without a browser: what a key costs before anything is rendered. */

const PATIENTS = 10_000;
/** Milliseconds: one frame. */
const FRAME = 16;
const PAIRS = 15;

const people = createPeople(1);
const patients = Array.from({ length: PATIENTS }, (_, position) => {
  const { patient_name, patient_email } = people.patient(position, 'C001');
  // The seeded names come from a small pool; the addition makes each a word of its own, as in a real list.
  const addition = position.toString(36);
  return { name: `${patient_name}${addition}`, email: `${addition}${patient_email}` };
});
const textsOf = ({ name, email }: (typeof patients)[number]) => [name, email];

/** A name with a letter too many, typed key by key: from the third key on, hardly a text contains it. */
const misspelt = (patients.at(-1)?.name ?? '').replace(/^../, '$&q');
const queries = Array.from(misspelt, (_, at) => misspelt.slice(0, at + 1));

/** The milliseconds of the slowest query. */
const slowestKey = (search: (query: string) => unknown): number =>
  Math.max(
    ...queries.map((query) => {
      const start = performance.now();
      search(query);
      return performance.now() - start;
    }),
  );

export async function run(): Promise<Figure[]> {
  const index = searchIndex(patients, textsOf);
  index.words();
  const texts = patients.map((patient) => textsOf(patient).join('\n').toLowerCase());
  const pairs = await inPairs(
    () => slowestKey((query) => searchIn(index, query)),
    () => slowestKey((query) => texts.filter((text) => text.includes(query.toLowerCase()))),
    PAIRS,
  );
  const plain = rounded(median(pairs.map(({ reference }) => reference)));
  return [
    {
      what: '10,000 patients: slowest key of a search with a typo, before it is rendered',
      value: median(pairs.map(({ work }) => work)),
      unit: 'ms',
      budget: FRAME,
      measured: `comparing the texts alone: ${plain} ms`,
    },
  ];
}
