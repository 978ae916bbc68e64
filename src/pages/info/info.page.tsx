import { TrustedBy } from '@/features/marketing/trusted-by';
import { InfoHero } from '@/pages/info/info-hero';
import { ProviderServices } from '@/pages/info/provider-services';
import { SignUpCall } from '@/pages/info/sign-up-call';
import { PublicLayout } from '@/lib/site/public-layout';

/** SPEC §2, "/info": the landing page for providers. */
export function InfoPage() {
  return (
    <PublicLayout>
      <InfoHero />
      <ProviderServices />
      <SignUpCall />
      <TrustedBy />
    </PublicLayout>
  );
}
