import { ArrowUpRight } from 'lucide-react';
import { Portrait } from '@/ui/art/portrait';
import { ExternalLink } from '@/ui/layout/links';
import type { TeamMember } from './team';
import * as strings from './team';

export function TeamCard({ member }: { member: TeamMember }) {
  const { name, role, image, profileUrl } = member;
  return (
    <article className="group flex flex-wrap items-center gap-4 sm:block">
      <Portrait
        name={image}
        className="aspect-square w-24 shrink-0 rounded-card border border-line sm:w-full"
      />
      <div className="min-w-0 flex-[1_1_8rem] sm:mt-4">
        <h4 className="text-lg leading-snug font-semibold">{name}</h4>
        <p className="text-sm text-ink-2">{role}</p>
        <ExternalLink
          href={profileUrl}
          className="mt-1 inline-flex min-h-6 items-center gap-1 text-sm font-medium text-plum underline-offset-4 hover:underline"
        >
          {strings.profile} <span className="sr-only">{strings.ofMember(name)}</span>
          <ArrowUpRight aria-hidden="true" className="size-4" />
        </ExternalLink>
      </div>
    </article>
  );
}
