const parts = [
  {
    title: 'What you will do',
    points: [
      'Own the architecture of a product that clinics and their patients rely on every day.',
      'Build and look after a small team of engineers, and write code with them.',
      'Keep health data private by design, and prove it to our partners and auditors.',
      'Decide with us what to build next, and what to leave out.',
    ],
  },
  {
    title: 'What you bring',
    points: [
      'You have led the engineering of a product from its first customers to its first thousands.',
      'You know what HIPAA asks of software, or have met a rulebook just as strict.',
      'You explain a trade-off in one page, so that a doctor can disagree with it.',
    ],
  },
  {
    title: 'What you can count on',
    points: [
      'Real ownership, in equity and in everyday decisions.',
      'Remote work within US time zones, and a team week twice a year.',
      'Health cover for you and your family from the first day.',
    ],
  },
];

export function RoleDescription() {
  return (
    <div className="max-w-2xl space-y-12">
      {parts.map(({ title, points }) => (
        <section key={title}>
          <h2 className="font-display text-h2 font-normal tracking-[-0.015em]">{title}</h2>
          <ul className="mt-5 space-y-3 text-ink-2">
            {points.map((point) => (
              <li key={point} className="flex gap-4">
                <span aria-hidden="true" className="mt-3 h-px w-5 shrink-0 bg-coral" />
                {point}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
