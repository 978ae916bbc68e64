import { CalendarClock, ChartNoAxesColumnIncreasing, RefreshCcw } from 'lucide-react';
import { SectionHeading } from '@/features/marketing/section-heading';
import * as strings from '@/pages/landing/strings';
import { ButtonLink } from '@/ui/form/button';

const features = [
  {
    Icon: CalendarClock,
    title: strings.scheduling,
    text: strings.schedulingText,
  },
  {
    Icon: ChartNoAxesColumnIncreasing,
    title: strings.insights,
    text: strings.insightsText,
  },
  {
    Icon: RefreshCcw,
    title: strings.subscription,
    text: strings.subscriptionText,
  },
];

/** SPEC §2: three provider feature cards. */
export function Features() {
  return (
    <section aria-labelledby="features" className="page-container py-16 lg:py-24">
      <div className="dusk grain relative overflow-hidden rounded-hero px-6 py-12 sm:px-10 lg:px-14 lg:py-16">
        <div className="relative flex flex-wrap items-end justify-between gap-6 [&_.eyebrow]:text-art-blush">
          <SectionHeading id="features" eyebrow={strings.featuresEyebrow}>
            {strings.features}
          </SectionHeading>
          <ButtonLink
            to="/provider-signup"
            className="bg-on-dusk text-dusk-deep hover:bg-white dark:text-dusk-deep"
          >
            {strings.register}
          </ButtonLink>
        </div>
        <ul className="relative mt-10 grid gap-4 md:grid-cols-3 lg:gap-6">
          {features.map(({ Icon, title, text }) => (
            <li key={title} className="rounded-card border border-white/15 bg-white/8 p-6">
              <Icon aria-hidden="true" className="size-7 text-art-blush" strokeWidth={1.75} />
              <h3 className="mt-5 text-h3 font-semibold">{title}</h3>
              <p className="mt-2 text-on-dusk-2">{text}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
