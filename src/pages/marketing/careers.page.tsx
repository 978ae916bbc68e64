import { ArrowUpRight } from 'lucide-react';
import { brand } from '@/lib/brand';
import { Petals } from '@/ui/art/petals';
import { ExternalLink } from '@/ui/layout/links';
import { PublicLayout } from '@/ui/site/public-layout';
import * as strings from './careers.strings';

function RoleDescription() {
  return (
    <div className="max-w-2xl space-y-12">
      {strings.role.map(({ title, points }) => (
        <section key={title}>
          <h2 className="font-display text-h2 font-normal tracking-[-0.015em]">{title}</h2>
          <ul className="mt-5 space-y-3 text-ink-2">
            {points.map((point) => (
              <li key={point} className="flex gap-4 wrap-anywhere">
                <span aria-hidden="true" className="mt-3 h-px w-5 shrink-0 bg-coral" />
                {point}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

/** Facts about the role, and the link to the application form. First on phones, next to the text on desktops. */
function ApplyCard() {
  return (
    <aside aria-label={strings.apply} className="card shadow-2 max-lg:order-first lg:sticky lg:top-24">
      <dl className="grid gap-3 sm:max-lg:grid-cols-3 lg:gap-4">
        {strings.facts.map(({ label, value }) => (
          <div key={label} className="flex flex-wrap items-baseline justify-between gap-x-4 sm:max-lg:block">
            <dt className="text-sm text-ink-2">{label}</dt>
            <dd className="font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
      <ExternalLink
        href={brand.careersFormUrl}
        button={{ size: 'lg' }}
        aria-describedby="apply-note"
        className="mt-6 w-full"
      >
        {strings.applyNow}
        <ArrowUpRight aria-hidden="true" className="size-5" />
      </ExternalLink>
      <p id="apply-note" className="mt-3 text-center text-caption text-ink-2">
        {strings.newTab}
      </p>
    </aside>
  );
}

/** §2, "/careers": the hiring call for a Chief Technology Officer. */
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
            {strings.title}
          </h1>
          <p className="mt-6 max-w-136 text-lg text-on-dusk-2">{strings.lead}</p>
        </div>
      </section>
      <div className="page-container grid grid-cols-1 items-start gap-12 py-14 lg:grid-cols-[minmax(0,1fr)_min(22rem,38vw)] lg:gap-20 lg:py-20">
        <RoleDescription />
        <ApplyCard />
      </div>
    </PublicLayout>
  );
}
