import { Hero } from '@/pages/landing/hero';
import type { ChatOpening } from '@/pages/landing/search-box';
import { PublicLayout } from '@/shared/layout/public-layout';
import { later } from '@/shared/ui/later';

const belowHero = later(async () => (await import('@/pages/landing/below-hero')).BelowHero);

/** SPEC §2, "/". */
export function LandingPage(chat: ChatOpening) {
  return (
    <PublicLayout>
      <Hero {...chat} />
      {belowHero}
    </PublicLayout>
  );
}
