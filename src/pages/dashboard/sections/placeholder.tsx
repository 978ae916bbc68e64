import { brand } from '@/lib/brand';
import { ExternalLink } from '@/ui/layout/external-link';
import { PageTitle } from '@/ui/layout/page-title';
import { strings } from '../strings';

/** SPEC §2: reporting and support content are placeholders. */
export const ReportingPane = () => (
  <PageTitle description={strings.placeholders.noReports}>{strings.placeholders.reporting}</PageTitle>
);

export const SupportPane = () => (
  <div className="grid gap-6">
    <PageTitle description={strings.placeholders.supportHint}>{strings.placeholders.support}</PageTitle>
    <ExternalLink href={brand.supportFormUrl}>{strings.placeholders.feedback}</ExternalLink>
  </div>
);
