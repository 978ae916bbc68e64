import { ServiceShowcase } from '@/features/marketing/service-showcase';
import { TrustedBy } from '@/features/marketing/trusted-by';
import { Features } from '@/pages/landing/features';
import { Hero } from '@/pages/landing/hero';
import { HowItWorks } from '@/pages/landing/how-it-works';
import type { ChatOpening } from '@/pages/landing/search-box';
import { PublicLayout } from '@/shared/layout/public-layout';

/** SPEC §2, "/". */
export function LandingPage(chat: ChatOpening) {
  return (
    <PublicLayout>
      <Hero {...chat} />
      <HowItWorks />
      <ServiceShowcase />
      <Features />
      <TrustedBy />
    </PublicLayout>
  );
}
