import * as strings from '@/pages/about-us/strings';
import { PetalMark } from '@/ui/art/logo';

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

export function MissionAndVision() {
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
