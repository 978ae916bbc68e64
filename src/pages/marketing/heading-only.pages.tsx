import * as strings from '@/pages/strings';
import { PageTitle } from '@/ui/layout/page-title';
import { PublicLayout } from '@/ui/site/public-layout';

/** §2: navigation and a heading only. */
const HeadingOnly = ({ heading }: { heading: string }) => (
  <PublicLayout>
    <PageTitle className="mx-auto w-full max-w-[1200px] px-5 py-16 sm:px-8">{heading}</PageTitle>
  </PublicLayout>
);

export const ProductsPage = () => <HeadingOnly heading={strings.products} />;
export const ContactUsPage = () => <HeadingOnly heading={strings.contactUs} />;
export const TermsAndConditionsPage = () => <HeadingOnly heading={strings.terms} />;
