import { SectionHeading } from '@/features/marketing/section-heading';
import { TeamCard, team } from '@/features/marketing/team';
import { PetalMark } from '@/ui/art/logo';
import { Petals } from '@/ui/art/petals';
import { Scene } from '@/ui/art/scene';
import { ButtonLink } from '@/ui/layout/links';
import { LICENSES_FILE } from '@/ui/site/licenses-file';
import { PublicLayout } from '@/ui/site/public-layout';
import * as strings from './about-us.strings';

/** §2: the team, grouped as Marketing, UX & Engineering, and Advisors. */
function Team() {
  return (
    <section aria-labelledby="team" className="page-container py-16 lg:py-24">
      <SectionHeading id="team" eyebrow={strings.teamEyebrow}>
        {strings.team}
      </SectionHeading>
      <div className="mt-10 divide-y divide-line border-t border-line">
        {team.map(({ name, members }) => (
          <section
            key={name}
            aria-label={name}
            className="grid grid-cols-1 gap-6 py-10 lg:grid-cols-[min(14rem,25vw)_minmax(0,1fr)] lg:gap-10"
          >
            <h3 className="font-display text-2xl font-medium tracking-[-0.01em]">{name}</h3>
            <ul className="grid grid-cols-1 gap-6 sm:grid-cols-3 md:grid-cols-4 lg:gap-8">
              {members.map((member) => (
                <li key={member.name}>
                  <TeamCard member={member} />
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </section>
  );
}

const statements = [
  {
    title: strings.mission,
    text: strings.missionText,
  },
  {
    title: strings.vision,
    text: strings.visionText,
  },
];

function MissionAndVision() {
  return (
    <section aria-label={strings.missionAndVision} className="border-y border-line bg-sunken">
      <div className="page-container grid gap-10 py-16 md:grid-cols-2 md:gap-0 lg:py-24">
        {statements.map(({ title, text }) => (
          <div
            key={title}
            className="md:px-10 md:first:ps-0 md:last:border-s md:last:border-line md:last:pe-0 lg:px-16"
          >
            <PetalMark className="size-9 text-coral" />
            <h2 className="mt-5 text-sm font-semibold text-ink-2">{title}</h2>
            <p className="mt-2 font-display text-h2 leading-snug tracking-[-0.015em] text-pretty">{text}</p>
          </div>
        ))}
      </div>
    </section>
  );
}

/** §2: "Let's work together", with a Careers button that links to /careers. */
function WorkTogether() {
  return (
    <section aria-labelledby="work-together" className="page-container pb-16 lg:pb-24">
      <div className="grain relative overflow-hidden rounded-hero border border-line bg-coral-soft px-6 py-12 text-center sm:px-10 lg:py-20">
        <Petals className="absolute -bottom-4 left-1/2 w-200 max-w-none -translate-x-1/2 text-coral opacity-40" />
        <h2 id="work-together" className="relative font-display text-h1 font-normal tracking-[-0.02em]">
          {strings.workTogether}
        </h2>
        <p className="relative mx-auto mt-4 max-w-112 text-lg text-ink-2">{strings.workTogetherText}</p>
        <ButtonLink to="/careers" size="lg" className="relative mt-8">
          {strings.careers}
        </ButtonLink>
      </div>
    </section>
  );
}

/** The build writes the list: it knows which packages it contains. */
function OpenSource() {
  return (
    <p className="page-container pb-16 text-center text-sm text-ink-2">
      {strings.openSource}{' '}
      <a
        href={`${import.meta.env.BASE_URL}${LICENSES_FILE}`}
        className="font-semibold text-ink underline underline-offset-4"
      >
        {strings.licenses}
      </a>
    </p>
  );
}

/** §2, "/about-us": tagline, mission, vision, team, and a link to the careers page. */
export function AboutUsPage() {
  return (
    <PublicLayout>
      <section className="glow grain relative overflow-hidden">
        <div className="page-container relative grid items-center gap-10 py-14 md:grid-cols-[7fr_5fr] md:py-20 lg:py-28">
          <div>
            <h1 tabIndex={-1} className="eyebrow">
              {strings.title}
            </h1>
            <p className="mt-4 max-w-176 font-display text-display font-normal tracking-[-0.03em] text-balance">
              {strings.tagline}
            </p>
            <p className="mt-6 max-w-136 text-lg text-ink-2">{strings.lead}</p>
          </div>
          <div aria-hidden="true" className="relative mx-auto w-full max-w-96 max-md:hidden">
            <Petals className="absolute -top-10 left-1/2 w-[130%] max-w-none -translate-x-1/2 text-coral" />
            <Scene name="team" className="relative w-full" />
          </div>
        </div>
      </section>
      <MissionAndVision />
      <Team />
      <WorkTogether />
      <OpenSource />
    </PublicLayout>
  );
}
