import { CalendarCheck, PackageCheck, Sparkles } from 'lucide-react';
import { SectionHeading } from '@/features/marketing/section-heading';
import * as fixed from '@/pages/landing/fixed-strings';
import * as strings from '@/pages/landing/strings';

const steps = [
  {
    Icon: Sparkles,
    name: strings.stepOneName,
    title: fixed.stepOne,
    text: strings.stepOneText,
  },
  {
    Icon: CalendarCheck,
    name: strings.stepTwoName,
    title: fixed.stepTwo,
    text: strings.stepTwoText,
  },
  {
    Icon: PackageCheck,
    name: strings.stepThreeName,
    title: fixed.stepThree,
    text: strings.stepThreeText,
  },
];

/** SPEC §2: "How It Works in three steps". */
export function HowItWorks() {
  return (
    <section aria-labelledby="how-it-works" className="page-container py-16 lg:py-24">
      <SectionHeading id="how-it-works" eyebrow={strings.stepsEyebrow}>
        {fixed.steps}
      </SectionHeading>
      <ol className="mt-10 grid gap-8 md:grid-cols-3 md:gap-6 lg:gap-10">
        {steps.map(({ Icon, name, title, text }, index) => (
          <li key={title} className="relative flex gap-5 md:block">
            {/* A line from each step to the next. */}
            {index < steps.length - 1 ? (
              <span
                aria-hidden="true"
                className="absolute start-7 top-16 -bottom-6 border-s border-dashed border-field/60 md:start-18 md:-end-2 md:top-7 md:bottom-auto md:border-s-0 md:border-t"
              />
            ) : null}
            <span className="grid size-14 shrink-0 place-items-center rounded-full border border-line bg-surface text-plum shadow-1">
              <Icon aria-hidden="true" className="size-6" strokeWidth={1.75} />
            </span>
            <div className="md:mt-6">
              <p className="text-caption font-semibold text-ink-3">{name}</p>
              <h3 className="mt-1 text-h3 font-semibold">{title}</h3>
              <p className="mt-2 max-w-80 text-ink-2">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}
