import { PetalMark } from '@/shared/art/petal-mark';

const statements = [
  {
    title: 'Our mission',
    text: 'To put good care within everyone’s reach, without a waiting room, a raised eyebrow or a wasted afternoon.',
  },
  {
    title: 'Our vision',
    text: 'A world in which asking for a test is as easy as asking for a book, and nobody has to explain why.',
  },
];

export function MissionAndVision() {
  return (
    <section aria-label="Mission and vision" className="border-y border-line bg-sunken">
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
