import * as strings from './strings';
import 'swiper/css';
import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react';
import { type FocusEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { Autoplay } from 'swiper/modules';
import { Swiper, type SwiperClass, SwiperSlide } from 'swiper/react';
import type { SwiperOptions } from 'swiper/types';
import { serviceCarousel } from '@/contract/constants';
import { cx } from '@/ui/cx';
import { type Service, ServiceCard } from './service-card';
import { useInView, useMediaQuery } from './use-viewport';

/** §9 "Mobile service carousel". `useRotation` decides whether it plays, so it never starts on its own. */
export const carouselOptions = {
  loop: true,
  // A second press while a card is still sliding counts, too.
  loopPreventsSliding: false,
  slidesPerView: 1,
  spaceBetween: 16,
  speed: serviceCarousel.speed,
  autoplay: { enabled: false, delay: serviceCarousel.autoplay, disableOnInteraction: false },
} satisfies SwiperOptions;

interface Rotation {
  /** What the pause button shows: whether the user wants movement. */
  readonly enabled: boolean;
  /** Whether it is moving now. */
  readonly running: boolean;
  readonly toggle: () => void;
  /** For the carousel's outermost element. */
  readonly handlers: {
    onPointerEnter: (event: PointerEvent) => void;
    onPointerLeave: () => void;
    onFocus: () => void;
    onBlur: (event: FocusEvent) => void;
  };
}

/**
 * Decides when a carousel moves on its own: only while it is in view and neither hovered nor focused, and never for
 * users who prefer reduced motion, unless they press Play. Play starts it at once, although the button then has the
 * focus.
 */
export function useRotation({ seen, lessMotion }: { seen: boolean; lessMotion: boolean }): Rotation {
  const [choice, setChoice] = useState<boolean | null>(null);
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);
  const enabled = choice ?? !lessMotion;
  return {
    enabled,
    running: enabled && seen && !hovered && !focused,
    toggle: () => {
      setChoice(!enabled);
      setHovered(false);
      setFocused(false);
    },
    handlers: {
      onPointerEnter: ({ pointerType }) => setHovered(pointerType === 'mouse'),
      onPointerLeave: () => setHovered(false),
      onFocus: () => setFocused(true),
      onBlur: ({ currentTarget, relatedTarget }) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setFocused(false);
      },
    },
  };
}

interface CarouselControlsProps {
  titles: readonly string[];
  currentSlide: number;
  playing: boolean;
  onToggle: () => void;
  onPrevious: () => void;
  onNext: () => void;
  onShow: (index: number) => void;
}

const round =
  'grid size-11 place-items-center rounded-full border border-line bg-surface text-ink-2 shadow-1 hover:border-plum hover:text-plum';

/** Pause, then arrows around one dot per slide. */
function CarouselControls(props: CarouselControlsProps) {
  const { titles, currentSlide, playing, onToggle, onPrevious, onNext, onShow } = props;
  const PlayOrPause = playing ? Pause : Play;
  return (
    <div className="flex items-center gap-2">
      <button
        type="button"
        onClick={onToggle}
        aria-label={playing ? strings.pause : strings.play}
        className={cx(round, 'me-auto')}
      >
        <PlayOrPause aria-hidden="true" className="size-4.5" />
      </button>
      <button type="button" onClick={onPrevious} aria-label={strings.previous} className={round}>
        <ChevronLeft aria-hidden="true" className="size-5" />
      </button>
      {titles.map((title, index) => (
        <button
          key={title}
          type="button"
          onClick={() => onShow(index)}
          aria-label={strings.showSlide(title)}
          aria-current={index === currentSlide}
          className="group grid size-6 place-items-center rounded-full"
        >
          <span className="h-2 w-2 rounded-full bg-field transition-all group-hover:bg-plum group-aria-[current=true]:w-5 group-aria-[current=true]:bg-plum" />
        </button>
      ))}
      <button type="button" onClick={onNext} aria-label={strings.next} className={round}>
        <ChevronRight aria-hidden="true" className="size-5" />
      </button>
    </div>
  );
}

export interface ServiceCarouselProps {
  services: readonly Service[];
}

/** The service cards one at a time, for phones (§2, §9). The controls come first in tab order. */
export function ServiceCarousel({ services }: ServiceCarouselProps) {
  const container = useRef<HTMLElement>(null);
  const [swiper, setSwiper] = useState<SwiperClass | null>(null);
  const [currentSlide, setCurrentSlide] = useState(0);
  const lessMotion = useMediaQuery('(prefers-reduced-motion: reduce)');
  const { enabled, running, toggle, handlers } = useRotation({ seen: useInView(container), lessMotion });

  useEffect(() => {
    if (swiper === null || swiper.destroyed) return;
    if (running) swiper.autoplay.start();
    else swiper.autoplay.stop();
  }, [swiper, running]);

  return (
    <section
      ref={container}
      aria-roledescription={strings.carouselRole}
      aria-label={strings.carousel}
      className="flex flex-col-reverse gap-6"
      {...handlers}
    >
      <CarouselControls
        titles={services.map(({ title }) => title)}
        currentSlide={currentSlide}
        playing={enabled}
        onToggle={toggle}
        onPrevious={() => swiper?.slidePrev()}
        onNext={() => swiper?.slideNext()}
        onShow={(index) => swiper?.slideToLoop(index)}
      />
      <Swiper
        {...carouselOptions}
        modules={[Autoplay]}
        speed={lessMotion ? 0 : carouselOptions.speed}
        onSwiper={setSwiper}
        onRealIndexChange={({ realIndex }) => setCurrentSlide(realIndex)}
        aria-live={running ? 'off' : 'polite'}
        className="w-full"
      >
        {services.map((service, index) => (
          <SwiperSlide
            key={service.title}
            role="group"
            aria-roledescription={strings.slideRole}
            aria-label={strings.slide(index + 1, services.length)}
            aria-hidden={index !== currentSlide}
            style={{ height: 'auto' }}
          >
            <ServiceCard service={service} />
          </SwiperSlide>
        ))}
      </Swiper>
    </section>
  );
}
