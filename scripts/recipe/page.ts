import type { Recipe } from './recipe';

/** `/partners`: a public page without calls. */
export const page: Recipe = {
  limit: 4,
  apply({ create, insert }) {
    create(
      'src/pages/marketing/partners.page.tsx',
      `import { PublicLayout } from '@/lib/site/public-layout';
import * as strings from '@/pages/strings';
import { PageTitle } from '@/ui/layout/page-title';

/** The clinics that work with us. */
export function PartnersPage() {
  return (
    <PublicLayout>
      <PageTitle className="mx-auto w-full max-w-[1200px] px-5 py-16 sm:px-8">{strings.partnersTitle}</PageTitle>
    </PublicLayout>
  );
}
`,
    );
    insert(
      'src/pages/router.tsx',
      "  {\n    path: '/contact-us',",
      `  {
    path: '/partners',
    handle: { title: strings.partnersTitle },
    lazy: async () => ({ Component: (await import('@/pages/marketing/partners.page')).PartnersPage }),
  },
`,
    );
    const texts = 'src/pages/strings.ts';
    insert(texts, 'export const productsTitle =', "export const partnersTitle = 'Partners';\n");
    insert(
      texts,
      "  { path: '/contact-us',",
      "  { path: '/partners', description: 'The partners of Kitwell.' },\n",
    );
    insert(
      'tests/support/routes.ts',
      "  ['/contact-us',",
      "  ['/partners', 'Partners', 'Partners · Kitwell'],\n",
    );
  },
  tests: ['tests/features/pages/routes.test.tsx'],
  titles: ['every route', 'partners'],
};
