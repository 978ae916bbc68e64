import type { SwiperOptions } from 'swiper/types';
import { serviceCarousel } from '@/contract/constants';

/** SPEC §9 "Mobile service carousel". Whether it plays is decided by `useRotation`, so it never starts by itself. */
export const carouselOptions = {
  loop: true,
  // A second press while a card still slides counts too.
  loopPreventsSliding: false,
  slidesPerView: 1,
  spaceBetween: 16,
  speed: serviceCarousel.speed,
  autoplay: { enabled: false, delay: serviceCarousel.autoplay, disableOnInteraction: false },
} satisfies SwiperOptions;
