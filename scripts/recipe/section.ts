import type { Recipe } from './recipe';

/** A provider's section with numbers about the clinic, opened from the sidebar. */
export const section: Recipe = {
  limit: 5,
  apply({ create, insert }) {
    insert('src/contract/constants.ts', "    'clinicProfile',", "    'statistics',\n");
    create(
      'src/pages/dashboard/sections/statistics.tsx',
      `import { PageTitle } from '@/ui/layout/page-title';
import { strings } from '../strings';

export const StatisticsPane = () => <PageTitle>{strings.titles.statistics}</PageTitle>;
`,
    );
    const navigation = 'src/pages/dashboard/navigation.tsx';
    insert(
      navigation,
      '    support,\n  ],\n  [roles.patient]',
      `    {
      label: strings.titles.statistics,
      Icon: PackageCheck,
      opens: 'statistics',
      activeIn: ['statistics'],
    },
`,
    );
    insert(
      navigation,
      '  clinicProfile: {\n',
      `  statistics: {
    title: strings.titles.statistics,
    Section: lazySection(async () => (await import('./sections/statistics')).StatisticsPane),
  },
`,
    );
    insert(
      'src/pages/dashboard/strings.ts',
      "    clinic: 'Clinic Profile',",
      "    statistics: 'Statistics',\n",
    );
    insert(
      'tests/support/sections.ts',
      "    ['clinicProfile', ",
      "    ['statistics', 'Statistics', 'Statistics'],\n",
    );
  },
  tests: [
    'tests/contract/constants.test.ts',
    'tests/machines/dashboard.test.ts',
    'tests/features/dashboard/dashboard.test.tsx',
  ],
  titles: ['section keys', 'opens? the (right )?sections?', 'statistics', 'has the entries of SPEC'],
};
