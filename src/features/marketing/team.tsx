import { ArrowUpRight } from 'lucide-react';
import { Portrait } from '@/ui/art/portrait';
import { ExternalLink } from '@/ui/layout/links';
import * as strings from './strings';

// Ours: free to reword.

const profile = 'Profile';
const ofMember = (name: string) => `of ${name}`;

const headOfMarketing = 'Head of Marketing';
const partnerships = 'Clinic Partnerships';
const brandAndContent = 'Brand & Content';
const productDesign = 'Product Design';
const frontend = 'Frontend Engineering';
const platform = 'Platform Engineering';
const dataAndAi = 'Data & AI';
const doctor = 'Sexual Health, MD';
const operations = 'Clinical Operations';
const privacy = 'Privacy & Compliance';

/** §3 "Team member": name, role, image, profile link. */
interface TeamMember {
  readonly name: string;
  readonly role: string;
  /** The portrait is generated from this text; there are no photos of fictional people. */
  readonly image: string;
  readonly profileUrl: string;
}

interface TeamGroup {
  readonly name: string;
  readonly members: readonly TeamMember[];
}

const memberOf = (name: string, role: string): TeamMember => ({
  name,
  role,
  image: name,
  profileUrl: `https://linkedin.kitwell.test/in/${name.toLowerCase().replaceAll(' ', '-')}`,
});

/** §2, "/about-us": the team in its three groups. All of them are fictional. */
export const team: readonly TeamGroup[] = [
  {
    name: strings.teamMarketing,
    members: [
      memberOf('Amara Osei', headOfMarketing),
      memberOf('Julian Brandt', partnerships),
      memberOf('Priya Raman', brandAndContent),
    ],
  },
  {
    name: strings.teamUxAndEngineering,
    members: [
      memberOf('Lena Vogel', productDesign),
      memberOf('Mateo Rivas', frontend),
      memberOf('Hana Sato', platform),
      memberOf('Theo Lindqvist', dataAndAi),
    ],
  },
  {
    name: strings.teamAdvisors,
    members: [
      memberOf('Ruth Abernathy', doctor),
      memberOf('Samuel Adeyemi', operations),
      memberOf('Clara Nilsson', privacy),
    ],
  },
];

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
          <span>{profile}</span> <span className="sr-only">{ofMember(name)}</span>
          <ArrowUpRight aria-hidden="true" className="size-4" />
        </ExternalLink>
      </div>
    </article>
  );
}
