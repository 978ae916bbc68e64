import { useEffect, useRef, useState } from 'react';
import { Autoplay } from 'swiper/modules';
import { Swiper, type SwiperClass, SwiperSlide } from 'swiper/react';
import 'swiper/css';
import { CarouselControls } from '@/features/marketing/carousel-controls';
import { carouselOptions } from '@/features/marketing/carousel-options';
import { type Service, ServiceCard } from '@/features/marketing/service-card';
import * as strings from '@/features/marketing/strings';
import { useInView } from '@/features/marketing/use-in-view';
import { useMediaQuery } from '@/features/marketing/use-media-query';
import { useRotation } from '@/features/marketing/use-rotation';

export interface ServiceCarouselProps {
  services: readonly Service[];
}

/** The service cards one at a time, for phones (SPEC §2, §9). The controls come first in tab order. */
export function ServiceCarousel({ services }: ServiceCarouselProps) {
  const place = useRef<HTMLElement>(null);
  const [swiper, setSwiper] = useState<SwiperClass | null>(null);
  const [shown, setShown] = useState(0);
  const lessMotion = useMediaQuery('(prefers-reduced-motion: reduce)');
  const { wanted, running, toggle, handlers } = useRotation({ seen: useInView(place), lessMotion });

  useEffect(() => {
    if (swiper === null || swiper.destroyed) return;
    if (running) swiper.autoplay.start();
    else swiper.autoplay.stop();
  }, [swiper, running]);

  return (
    <section
      ref={place}
      aria-roledescription={strings.carouselRole}
      aria-label={strings.carousel}
      className="flex flex-col-reverse gap-6"
      {...handlers}
    >
      <CarouselControls
        titles={services.map(({ title }) => title)}
        shown={shown}
        playing={wanted}
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
        onRealIndexChange={({ realIndex }) => setShown(realIndex)}
        aria-live={running ? 'off' : 'polite'}
        className="w-full"
      >
        {services.map((service, index) => (
          <SwiperSlide
            key={service.title}
            role="group"
            aria-roledescription={strings.slideRole}
            aria-label={strings.slide(index + 1, services.length)}
            aria-hidden={index !== shown}
            style={{ height: 'auto' }}
          >
            <ServiceCard service={service} />
          </SwiperSlide>
        ))}
      </Swiper>
    </section>
  );
}
