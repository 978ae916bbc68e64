import { brand } from '@/shared/brand';
import { ExternalLink } from '@/shared/ui/external-link';
import { PageTitle } from '@/shared/ui/page-title';

/** SPEC §2: reporting and support content are placeholders. */
export const ReportingPane = () => <PageTitle description="Reports will appear here.">Reporting</PageTitle>;

export const SupportPane = () => (
  <div className="grid gap-6">
    <PageTitle description="Tell us what went well and what did not.">Support</PageTitle>
    <ExternalLink href={brand.supportFormUrl}>Open the feedback form</ExternalLink>
  </div>
);
