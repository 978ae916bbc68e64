import { PublicLayout } from '@/lib/site/public-layout';
import * as strings from '@/pages/strings';
import { PageTitle } from '@/ui/layout/page-title';

/** SPEC §2: navigation and this heading only. */
export function ProductsPage() {
  return (
    <PublicLayout>
      <PageTitle className="mx-auto w-full max-w-[1200px] px-5 py-16 sm:px-8">{strings.products}</PageTitle>
    </PublicLayout>
  );
}
