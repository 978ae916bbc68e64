import * as fixed from '@/features/marketing/fixed-strings';
import * as strings from '@/features/marketing/team-strings';

/** SPEC §3 "Team member": name, role, image, profile link. */
export interface TeamMember {
  readonly name: string;
  readonly role: string;
  /** What the portrait is drawn from; there are no photos of fictional people. */
  readonly image: string;
  readonly profileUrl: string;
}

interface TeamGroup {
  readonly name: string;
  readonly members: readonly TeamMember[];
}

const member = (name: string, role: string): TeamMember => ({
  name,
  role,
  image: name,
  profileUrl: `https://linkedin.kitwell.test/in/${name.toLowerCase().replaceAll(' ', '-')}`,
});

/** SPEC §2, "/about-us": the team in its three groups. Everybody here is fictional. */
export const team: readonly TeamGroup[] = [
  {
    name: fixed.teamMarketing,
    members: [
      member('Amara Osei', strings.headOfMarketing),
      member('Julian Brandt', strings.partnerships),
      member('Priya Raman', strings.brandAndContent),
    ],
  },
  {
    name: fixed.teamUxAndEngineering,
    members: [
      member('Lena Vogel', strings.productDesign),
      member('Mateo Rivas', strings.frontend),
      member('Hana Sato', strings.platform),
      member('Theo Lindqvist', strings.dataAndAi),
    ],
  },
  {
    name: fixed.teamAdvisors,
    members: [
      member('Ruth Abernathy', strings.doctor),
      member('Samuel Adeyemi', strings.operations),
      member('Clara Nilsson', strings.privacy),
    ],
  },
];
