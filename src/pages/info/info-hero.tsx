import { ClinicGlimpse } from '@/pages/info/clinic-glimpse';
import * as fixed from '@/pages/info/fixed-strings';
import * as strings from '@/pages/info/strings';
import { buttonClass, ButtonLink } from '@/ui/form/button';

export function InfoHero() {
  return (
    <section className="glow grain relative overflow-hidden">
      <div className="page-container relative grid items-center gap-12 py-12 md:py-16 lg:grid-cols-2 lg:gap-10 lg:py-20">
        <div>
          <p className="eyebrow">{fixed.eyebrow}</p>
          <h1
            tabIndex={-1}
            className="mt-4 max-w-152 font-display text-display font-normal tracking-[-0.03em] text-balance"
          >
            {strings.title}
          </h1>
          <p className="mt-6 max-w-120 text-lg text-ink-2">{strings.lead}</p>
          <div className="mt-8 flex flex-wrap items-center gap-3">
            <ButtonLink to="/signup" size="lg" className="max-sm:w-full">
              {strings.signUpClinic}
            </ButtonLink>
            <a
              href="#services"
              className={buttonClass({ variant: 'secondary', size: 'lg', className: 'max-sm:w-full' })}
            >
              {strings.seeServices}
            </a>
          </div>
          <p className="mt-4 text-caption text-ink-2">{strings.noCard}</p>
        </div>
        <ClinicGlimpse />
      </div>
    </section>
  );
}
