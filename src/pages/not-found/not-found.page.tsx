import { PublicLayout } from '@/shared/layout/public-layout';
import { ButtonLink } from '@/shared/ui/button-link';
import { PageTitle } from '@/shared/ui/page-title';

/** Any address that the product does not have. */
export function NotFoundPage() {
  return (
    <PublicLayout>
      <div className="mx-auto w-full max-w-[1200px] px-5 py-24 sm:px-8">
        <PageTitle description="The address may be mistyped, or the page may have moved.">
          We couldn’t find that page
        </PageTitle>
        <div className="mt-8 flex flex-wrap gap-3">
          <ButtonLink to="/">Go to the start page</ButtonLink>
          <ButtonLink to="/login" variant="secondary">
            Log In
          </ButtonLink>
        </div>
      </div>
    </PublicLayout>
  );
}
