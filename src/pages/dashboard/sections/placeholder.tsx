import { brand } from '@/lib/brand';
import { ExternalLink } from '@/ui/layout/links';
import { PageTitle } from '@/ui/layout/page-title';

// Ours: free to reword.
const strings = {
  reporting: 'Reporting',
  noReports: 'Reports will appear here.',
  support: 'Support',
  supportHint: 'Tell us what worked and what didn’t.',
  feedback: 'Open the feedback form',
} as const;

/** §2: reporting and support content are placeholders. */
export const ReportingPane = () => <PageTitle description={strings.noReports}>{strings.reporting}</PageTitle>;

export const SupportPane = () => (
  <div className="grid gap-6">
    <PageTitle description={strings.supportHint}>{strings.support}</PageTitle>
    <ExternalLink href={brand.supportFormUrl}>{strings.feedback}</ExternalLink>
  </div>
);
