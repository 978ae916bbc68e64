import * as strings from '@/pages/careers/strings';

export function RoleDescription() {
  return (
    <div className="max-w-2xl space-y-12">
      {strings.role.map(({ title, points }) => (
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
