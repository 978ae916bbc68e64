import { ServiceShowcase } from '@/features/marketing/service-showcase';
import { TrustedBy } from '@/features/marketing/trusted-by';
import { Features } from '@/pages/landing/features';
import { HowItWorks } from '@/pages/landing/how-it-works';

/** What one scrolls to. */
export function BelowHero() {
  return (
    <>
      <HowItWorks />
      <ServiceShowcase />
      <Features />
      <TrustedBy />
    </>
  );
}
