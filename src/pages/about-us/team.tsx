import { SectionHeading } from '@/features/marketing/section-heading';
import { team } from '@/features/marketing/team';
import { TeamCard } from '@/features/marketing/team-card';
import * as strings from '@/pages/about-us/strings';

/** SPEC §2: the team, grouped as Marketing, UX & Engineering, and Advisors. */
export function Team() {
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
            className="grid gap-6 py-10 lg:grid-cols-[14rem_1fr] lg:gap-10"
          >
            <h3 className="font-display text-2xl font-medium tracking-[-0.01em]">{name}</h3>
            <ul className="grid gap-6 sm:grid-cols-3 md:grid-cols-4 lg:gap-8">
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
