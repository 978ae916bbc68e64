import { ClinicGlimpse } from '@/pages/info/clinic-glimpse';
import { buttonClass } from '@/shared/ui/button-class';
import { ButtonLink } from '@/shared/ui/button-link';

export function InfoHero() {
  return (
    <section className="glow grain relative overflow-hidden">
      <div className="page-container relative grid items-center gap-12 py-12 md:py-16 lg:grid-cols-2 lg:gap-10 lg:py-20">
        <div>
          <p className="eyebrow">For Providers</p>
          <h1
            tabIndex={-1}
            className="mt-4 max-w-152 font-display text-display font-normal tracking-[-0.03em] text-balance"
          >
            Your clinic, at your patients’ door.
          </h1>
          <p className="mt-6 max-w-120 text-lg text-ink-2">
            Bring your patient list, order kits in a few clicks and meet by video. We pack, ship and keep you
            posted, so that your team can stay with the care.
          </p>
          <div className="mt-8 flex flex-wrap items-center gap-3">
            <ButtonLink to="/signup" size="lg" className="max-sm:w-full">
              Sign up your clinic
            </ButtonLink>
            <a
              href="#services"
              className={buttonClass({ variant: 'secondary', size: 'lg', className: 'max-sm:w-full' })}
            >
              See the services
            </a>
          </div>
          <p className="mt-4 text-caption text-ink-2">It takes about two minutes. No card needed to begin.</p>
        </div>
        <ClinicGlimpse />
      </div>
    </section>
  );
}
