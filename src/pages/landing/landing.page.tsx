import { Features } from '@/pages/landing/features';
import { Hero } from '@/pages/landing/hero';
import { HowItWorks } from '@/pages/landing/how-it-works';
import { ServiceCards } from '@/pages/landing/service-cards';
import { TrustedBy } from '@/pages/landing/trusted-by';
import { PublicLayout } from '@/shared/layout/public-layout';

interface LandingPageProps {
  /** Asked for by a click on the hero; the chat is put together by the router. */
  onOpenChat?: (() => void) | undefined;
}

/** SPEC §2, "/". */
export function LandingPage({ onOpenChat }: LandingPageProps) {
  return (
    <PublicLayout>
      <Hero onOpenChat={onOpenChat} />
      <HowItWorks />
      <ServiceCards />
      <Features />
      <TrustedBy />
    </PublicLayout>
  );
}
