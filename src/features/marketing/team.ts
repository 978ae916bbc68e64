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
    name: 'Marketing',
    members: [
      member('Amara Osei', 'Head of Marketing'),
      member('Julian Brandt', 'Clinic Partnerships'),
      member('Priya Raman', 'Brand & Content'),
    ],
  },
  {
    name: 'UX & Engineering',
    members: [
      member('Lena Vogel', 'Product Design'),
      member('Mateo Rivas', 'Frontend Engineering'),
      member('Hana Sato', 'Platform Engineering'),
      member('Theo Lindqvist', 'Data & AI'),
    ],
  },
  {
    name: 'Advisors',
    members: [
      member('Ruth Abernathy', 'Sexual Health, MD'),
      member('Samuel Adeyemi', 'Clinical Operations'),
      member('Clara Nilsson', 'Privacy & Compliance'),
    ],
  },
];
