import * as strings from './strings';

// Ours: free to reword. Not in `strings.ts`, because both pages would then load the function.

export const profile = 'Profile';
export const ofMember = (name: string) => `of ${name}`;

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

/** SPEC §3 "Team member": name, role, image, profile link. */
export interface TeamMember {
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

const member = (name: string, role: string): TeamMember => ({
  name,
  role,
  image: name,
  profileUrl: `https://linkedin.kitwell.test/in/${name.toLowerCase().replaceAll(' ', '-')}`,
});

/** SPEC §2, "/about-us": the team in its three groups. All of them are fictional. */
export const team: readonly TeamGroup[] = [
  {
    name: strings.teamMarketing,
    members: [
      member('Amara Osei', headOfMarketing),
      member('Julian Brandt', partnerships),
      member('Priya Raman', brandAndContent),
    ],
  },
  {
    name: strings.teamUxAndEngineering,
    members: [
      member('Lena Vogel', productDesign),
      member('Mateo Rivas', frontend),
      member('Hana Sato', platform),
      member('Theo Lindqvist', dataAndAi),
    ],
  },
  {
    name: strings.teamAdvisors,
    members: [
      member('Ruth Abernathy', doctor),
      member('Samuel Adeyemi', operations),
      member('Clara Nilsson', privacy),
    ],
  },
];
