import { ApplyCard } from '@/pages/careers/apply-card';
import * as fixed from '@/pages/careers/fixed-strings';
import { RoleDescription } from '@/pages/careers/role-description';
import * as strings from '@/pages/careers/strings';
import { Petals } from '@/ui/art/petals';
import { PublicLayout } from '@/lib/site/public-layout';

/** SPEC §2, "/careers": the hiring call for a Chief Technology Officer. */
export function CareersPage() {
  return (
    <PublicLayout>
      <section className="dusk grain relative overflow-hidden">
        <Petals className="absolute -right-20 -bottom-16 w-[46rem] max-w-none text-peach opacity-60 max-lg:-right-64" />
        <div className="page-container relative py-16 lg:py-28">
          <p className="eyebrow text-art-blush">{strings.eyebrow}</p>
          <h1
            tabIndex={-1}
            className="mt-4 max-w-4xl font-display text-display font-normal tracking-[-0.03em] text-balance"
          >
            {fixed.title}
          </h1>
          <p className="mt-6 max-w-136 text-lg text-on-dusk-2">{strings.lead}</p>
        </div>
      </section>
      <div className="page-container grid items-start gap-12 py-14 lg:grid-cols-[1fr_22rem] lg:gap-20 lg:py-20">
        <RoleDescription />
        <ApplyCard />
      </div>
    </PublicLayout>
  );
}
