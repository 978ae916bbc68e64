import { Check, PackageCheck, Video } from 'lucide-react';
import { SectionHeading } from '@/features/marketing/section-heading';
import { ServiceCard, servicesForProviders } from '@/features/marketing/service-card';
import { TrustedBy } from '@/features/marketing/trusted-by';
import { KitScene } from '@/ui/art/kit-scene';
import { Petals } from '@/ui/art/petals';
import { Portrait } from '@/ui/art/portrait';
import { cx } from '@/ui/cx';
import { buttonClass } from '@/ui/form/button-class';
import { ButtonLink } from '@/ui/layout/links';
import { PublicLayout } from '@/ui/site/public-layout';
import * as strings from './info.strings';

const authorized = { state: strings.authorized, tone: 'bg-green-soft text-green' };

const patients = [
  { name: 'Robin Ellis', email: 'robin.ellis@example.com', ...authorized },
  { name: 'Noor Haddad', email: 'noor.haddad@example.com', ...authorized },
  { name: 'Sam Whitlock', email: 'sam.whitlock@example.com', ...authorized },
  {
    name: 'Ines Moreau',
    email: 'ines.moreau@example.com',
    state: strings.notAuthorized,
    tone: 'bg-red-soft text-red',
  },
];

const chip =
  'absolute flex items-center gap-3 rounded-card border border-line bg-raised py-3 ps-3 pe-5 text-sm leading-tight shadow-3';

/** A preview of the product on a background of petals; decorative. */
function ClinicPreview() {
  return (
    <div aria-hidden="true" className="relative mx-auto w-full max-w-136 pb-14 lg:max-w-none">
      <Petals className="absolute -top-8 left-1/2 lg:-top-16 w-[125%] max-w-none -translate-x-1/2 text-plum" />
      <div className="relative overflow-hidden rounded-hero border border-line bg-surface shadow-3">
        <div className="flex items-center justify-between gap-4 border-b border-line px-5 py-4 sm:px-6">
          <p className="font-display text-xl font-medium">{strings.patients}</p>
          <span className="btn btn-primary btn-sm pointer-events-none">{strings.authenticate}</span>
        </div>
        <ul>
          {patients.map(({ name, email, state, tone }) => (
            <li
              key={name}
              className="flex items-center gap-3 border-b border-line px-5 py-3.5 last:border-b-0 sm:px-6"
            >
              <Portrait name={name} className="size-10 shrink-0 rounded-full" />
              <span className="min-w-0 flex-1 leading-tight">
                <b className="block truncate font-semibold">{name}</b>
                <span className="block truncate text-caption text-ink-2">{email}</span>
              </span>
              <span className={cx('badge', tone)}>{state}</span>
            </li>
          ))}
        </ul>
        <div className="flex items-center gap-3 bg-sunken px-5 pt-4 pb-12 text-sm text-ink-2 sm:px-6">
          <Check className="size-4.5 text-green" strokeWidth={2.5} />
          {strings.share}
        </div>
      </div>
      <div className={cx(chip, '-end-1 bottom-0 sm:-end-4 lg:end-6')}>
        <span className="grid size-9 place-items-center rounded-full bg-teal-soft text-teal">
          <Video className="size-4.5" />
        </span>
        <span>
          <b className="block font-semibold">{strings.visit}</b>
          <span className="text-caption text-ink-2">{strings.invited}</span>
        </span>
      </div>
      <div className={cx(chip, 'bottom-6 -start-1 hidden sm:flex lg:-start-6')}>
        <span className="grid size-9 place-items-center rounded-full bg-coral-soft text-coral">
          <PackageCheck className="size-4.5" />
        </span>
        <span>
          <b className="block font-semibold">{strings.kitOrdered}</b>
          <span className="text-caption text-ink-2">{strings.addressRequested}</span>
        </span>
      </div>
    </div>
  );
}

function InfoHero() {
  return (
    <section className="glow grain relative overflow-hidden">
      <div className="page-container relative grid grid-cols-[minmax(0,1fr)] items-center gap-12 py-12 md:py-16 lg:grid-cols-2 lg:gap-10 lg:py-20">
        <div>
          <p className="eyebrow">{strings.eyebrow}</p>
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
        <ClinicPreview />
      </div>
    </section>
  );
}

/** §2, "/info": three service cards. */
function ProviderServices() {
  return (
    <section aria-labelledby="services" className="scroll-mt-16 border-y border-line bg-sunken">
      <div className="page-container py-16 lg:py-24">
        <SectionHeading id="services" eyebrow={strings.servicesEyebrow}>
          {strings.services}
        </SectionHeading>
        <ul className="mt-10 grid grid-cols-1 gap-5 md:grid-cols-2 lg:grid-cols-3 lg:gap-6">
          {servicesForProviders.map((service, index) => {
            const isLast = index === servicesForProviders.length - 1;
            return (
              <li key={service.title} className={cx(isLast && 'md:max-lg:col-span-2')}>
                <ServiceCard service={service} wideOnTablets={isLast} />
              </li>
            );
          })}
        </ul>
      </div>
    </section>
  );
}

const steps = [strings.stepOne, strings.stepTwo, strings.stepThree];

/** §2, "/info": the sign-up call to action. */
function SignUpCall() {
  return (
    <section aria-labelledby="sign-up" className="page-container py-16 lg:py-24">
      <div className="dusk grain relative grid grid-cols-1 items-center gap-8 overflow-hidden rounded-hero px-6 py-12 sm:px-10 md:grid-cols-[3fr_2fr] lg:px-14 lg:py-16">
        <Petals className="absolute -right-32 -bottom-10 w-160 text-peach opacity-60" />
        <div className="relative">
          <p className="eyebrow text-art-blush">{strings.callEyebrow}</p>
          <h2 id="sign-up" className="mt-3 font-display text-h1 font-normal tracking-[-0.02em]">
            {strings.call}
          </h2>
          <ul className="mt-6 space-y-2.5 text-on-dusk-2">
            {steps.map((step) => (
              <li key={step} className="flex gap-3 wrap-anywhere">
                <Check
                  aria-hidden="true"
                  className="mt-1 size-4.5 shrink-0 text-art-blush"
                  strokeWidth={2.5}
                />
                {step}
              </li>
            ))}
          </ul>
          <ButtonLink
            to="/signup"
            size="lg"
            className="mt-8 bg-on-dusk text-dusk-deep hover:bg-white dark:text-dusk-deep"
          >
            {strings.signUp}
          </ButtonLink>
        </div>
        <KitScene className="relative mx-auto w-full max-w-80 md:max-w-none" />
      </div>
    </section>
  );
}

/** §2, "/info": the landing page for providers. */
export function InfoPage() {
  return (
    <PublicLayout>
      <InfoHero />
      <ProviderServices />
      <SignUpCall />
      <TrustedBy />
    </PublicLayout>
  );
}
