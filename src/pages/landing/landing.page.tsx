import { BelowHero } from '@/pages/landing/below-hero';
import { Hero } from '@/pages/landing/hero';
import type { ChatOpening } from '@/pages/landing/search-box';
import { PublicLayout } from '@/lib/site/public-layout';

/** SPEC §2, "/". */
export function LandingPage(chat: ChatOpening) {
  return (
    <PublicLayout>
      <Hero {...chat} />
      <BelowHero />
    </PublicLayout>
  );
}
