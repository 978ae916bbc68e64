import { useRef, useState } from 'react';
import { useHydrated } from '@/lib/hooks';
import { lazyModule, useLazyModule } from '@/lib/lazy';
import { report } from '@/lib/report';
import { cx } from '@/ui/cx';
import { SectionHeading } from './section-heading';
import { ServiceCard, servicesForAll } from './service-card';
import * as strings from './strings';
import { useInView, useMediaQuery } from './use-viewport';

/** §2: "Providers Can Work With Us to Deliver Care", three service cards; on phones a carousel. */
export function ServiceShowcase() {
  return (
    <section aria-labelledby="services" className="border-y border-line bg-sunken">
      <div className="page-container py-16 lg:py-24">
        <SectionHeading id="services" eyebrow={strings.services}>
          {strings.showcase}
        </SectionHeading>
        <CardsOrCarousel />
      </div>
    </section>
  );
}

const carousel = lazyModule(async () => (await import('./service-carousel')).ServiceCarousel);

function CardsOrCarousel() {
  const container = useRef<HTMLDivElement>(null);
  const isPhone = useMediaQuery('(width < 48rem)');
  const hydrated = useHydrated();
  const isNear = useInView(container, '600px');
  const Carousel = useLazyModule(carousel, isPhone && isNear, reportMissing);
  // The cards keep the focus: replaced, they would lose it.
  const [isFocused, setFocused] = useState(false);
  // On wide screens they can have no focus, and browsers may not report that they lose it.
  if (isFocused && !isPhone) setFocused(false);
  return (
    <div ref={container} className="mt-10">
      {isPhone && Carousel && !isFocused ? (
        <Carousel services={servicesForAll} />
      ) : (
        <Cards mayScroll={isPhone || !hydrated} onFocusChange={setFocused} />
      )}
    </div>
  );
}

const reportMissing = (error: unknown) =>
  report('the carousel could not be loaded', { error: String(error) });

interface CardsProps {
  readonly mayScroll: boolean;
  readonly onFocusChange: (isFocused: boolean) => void;
}

/**
 * The service cards. On phones they are in a row that scrolls by touch and by keys, as tall as the carousel that
 * replaces it: nothing moves, and the cards stay if the carousel's code fails to load.
 *
 * @param mayScroll also true while the width is unknown: the prerendered markup is the same for all screens
 */
function Cards({ mayScroll, onFocusChange }: CardsProps) {
  return (
    <div
      {...(mayScroll
        ? {
            tabIndex: 0,
            role: 'group',
            'aria-labelledby': 'services',
            onFocus: () => onFocusChange(true),
            onBlur: () => onFocusChange(false),
          }
        : {})}
      className="max-md:mb-17 max-md:snap-x max-md:snap-mandatory max-md:overflow-x-auto max-md:[scrollbar-width:none]"
    >
      <ul className="flex gap-4 md:grid md:grid-cols-2 md:gap-5 lg:grid-cols-3 lg:gap-6">
        {servicesForAll.map((service, index) => (
          <li
            key={service.title}
            className={cx('max-md:w-full max-md:shrink-0 max-md:snap-start', 'md:max-lg:last:col-span-2')}
          >
            <ServiceCard service={service} wideOnTablets={index === servicesForAll.length - 1} />
          </li>
        ))}
      </ul>
    </div>
  );
}
