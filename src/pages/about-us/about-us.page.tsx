import * as fixed from '@/pages/about-us/fixed-strings';
import { MissionAndVision } from '@/pages/about-us/mission-and-vision';
import * as strings from '@/pages/about-us/strings';
import { Team } from '@/pages/about-us/team';
import { WorkTogether } from '@/pages/about-us/work-together';
import { KitScene } from '@/ui/art/kit-scene';
import { Petals } from '@/ui/art/petals';
import { PublicLayout } from '@/lib/site/public-layout';

/** SPEC §2, "/about-us": tagline, mission, vision, team, and the way to the careers. */
export function AboutUsPage() {
  return (
    <PublicLayout>
      <section className="glow grain relative overflow-hidden">
        <div className="page-container relative grid items-center gap-10 py-14 md:grid-cols-[7fr_5fr] md:py-20 lg:py-28">
          <div>
            <h1 tabIndex={-1} className="eyebrow">
              {fixed.title}
            </h1>
            <p className="mt-4 max-w-176 font-display text-display font-normal tracking-[-0.03em] text-balance">
              {strings.tagline}
            </p>
            <p className="mt-6 max-w-136 text-lg text-ink-2">{strings.lead}</p>
          </div>
          <div aria-hidden="true" className="relative mx-auto w-full max-w-96 max-md:hidden">
            <Petals className="absolute -top-10 left-1/2 w-[130%] max-w-none -translate-x-1/2 text-coral" />
            <KitScene className="relative w-full" />
          </div>
        </div>
      </section>
      <MissionAndVision />
      <Team />
      <WorkTogether />
    </PublicLayout>
  );
}
