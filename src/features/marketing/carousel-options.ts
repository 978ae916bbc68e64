import type { SwiperOptions } from 'swiper/types';
import { serviceCarousel } from '@/contract/constants';

/** SPEC §9 "Mobile service carousel". `useRotation` decides whether it plays, so it never starts on its own. */
export const carouselOptions = {
  loop: true,
  // A second press while a card is still sliding counts, too.
  loopPreventsSliding: false,
  slidesPerView: 1,
  spaceBetween: 16,
  speed: serviceCarousel.speed,
  autoplay: { enabled: false, delay: serviceCarousel.autoplay, disableOnInteraction: false },
} satisfies SwiperOptions;
