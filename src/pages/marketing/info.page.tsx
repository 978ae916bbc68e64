import { Screen } from '@/features/marketing/screen';
import { SectionHeading } from '@/features/marketing/section-heading';
import { ServiceCard, servicesForProviders } from '@/features/marketing/service-card';
import { patientsScreen } from '@/features/marketing/strings';
import { Tour } from '@/features/marketing/tour';
import { TrustedBy } from '@/features/marketing/trusted-by';
import { Petals } from '@/ui/art/petals';
import { Scene } from '@/ui/art/scene';
import { cx } from '@/ui/cx';
import { buttonClass } from '@/ui/form/button-class';
import { ButtonLink } from '@/ui/layout/links';
import { PublicLayout } from '@/ui/site/public-layout';
import * as strings from './info.strings';

/** The clinic's list and a patient's page. */
function ProductPreview() {
  return (
    <div className="relative mx-auto w-full max-w-136 lg:max-w-none">
      <Petals className="absolute -top-8 left-1/2 w-[125%] max-w-none -translate-x-1/2 text-plum lg:-top-16" />
      <div className="relative overflow-hidden rounded-card border border-line bg-canvas shadow-3 max-md:h-96 lg:w-[112%]">
        <Screen name="patients" alt={patientsScreen} />
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
        <ProductPreview />
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

/** What the terms say, and who is onboarded. */
function Questions() {
  return (
    <section aria-labelledby="questions" className="page-container py-16 lg:py-24">
      <SectionHeading id="questions" eyebrow={strings.questionsEyebrow}>
        {strings.questions}
      </SectionHeading>
      <dl className="mt-10 grid grid-cols-1 gap-x-12 gap-y-8 md:grid-cols-2 lg:gap-x-20 lg:gap-y-10">
        {strings.answers.map(({ question, answer, email }) => (
          <div key={question} className="border-t border-line pt-5">
            <dt className="text-h3 font-semibold">{question}</dt>
            <dd className="mt-2 max-w-136 text-ink-2">
              <span>{`${answer} `}</span>
              {email === undefined ? null : (
                <a href={`mailto:${email}`} className="text-link">
                  {email}
                </a>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

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
          <p className="mt-4 max-w-112 text-lg text-on-dusk-2">{strings.callText}</p>
          <ButtonLink
            to="/signup"
            size="lg"
            className="mt-8 bg-on-dusk text-dusk-deep hover:bg-white dark:text-dusk-deep"
          >
            {strings.signUp}
          </ButtonLink>
        </div>
        <Scene name="clinic" className="relative mx-auto w-full max-w-80 md:max-w-none" />
      </div>
    </section>
  );
}

/** §2, "/info": the landing page for providers. */
export function InfoPage() {
  return (
    <PublicLayout>
      <InfoHero />
      <Tour />
      <ProviderServices />
      <Questions />
      <SignUpCall />
      <TrustedBy />
    </PublicLayout>
  );
}
