import type { TableRow } from '@/mocks/kitwell/tables';

const description = (intro: string, tests: readonly string[], sample: string) =>
  `<p>${intro}</p><h3>What the lab looks for</h3><ul>${tests.map((test) => `<li>${test}</li>`).join('')}</ul>` +
  `<p><strong>Sample:</strong> ${sample}. A prepaid, plain return envelope is in the box.</p>`;

const urine = 'urine, collected at home';
const blood = 'a few drops of blood from a fingertip';
const swabs = 'swabs, taken by yourself';

/** The kits, in the order that "kit 1", "kit 2" in a spreadsheet refer to (SPEC §5). Prices in dollars. */
export const kits: TableRow<'kits'>[] = [
  {
    id: 'kit-essential-2',
    name: 'Essential 2 Panel',
    price: 79,
    description: description('The two most common infections.', ['Chlamydia', 'Gonorrhea'], urine),
  },
  {
    id: 'kit-standard-5',
    name: 'Standard 5 Panel',
    price: 129,
    description: description(
      'A regular check for most people.',
      ['Chlamydia', 'Gonorrhea', 'Trichomoniasis', 'Syphilis', 'HIV 1 and 2'],
      `${urine}, and ${blood}`,
    ),
  },
  {
    id: 'kit-complete-10',
    name: 'Complete 10 Panel',
    price: 249,
    description: description(
      'Everything in one box.',
      [
        'Chlamydia',
        'Gonorrhea',
        'Trichomoniasis',
        'Syphilis',
        'HIV 1 and 2',
        'Hepatitis B',
        'Hepatitis C',
      ].concat(['Herpes simplex 2', 'Mycoplasma genitalium', 'Ureaplasma']),
      `${urine}, ${swabs}, and ${blood}`,
    ),
  },
  {
    id: 'kit-three-site',
    name: 'Three-Site Panel',
    price: 149,
    description: description('Throat, rectum and urine, each on its own.', ['Chlamydia', 'Gonorrhea'], swabs),
  },
  {
    id: 'kit-hiv-syphilis',
    name: 'HIV & Syphilis Panel',
    price: 89,
    description: description('For a check every three months.', ['HIV 1 and 2', 'Syphilis'], blood),
  },
];
