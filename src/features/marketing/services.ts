import { services } from '@/lib/site/site-links';
import type { Service } from './service-card';
import * as strings from './strings';

const [sexualHealth, cosmetics, ivTherapy] = services;

/** The landing page's three services, for all visitors. */
export const servicesForAll: readonly Service[] = [
  {
    image: 'kit',
    title: sexualHealth,
    description: strings.kitsForAll,
  },
  {
    image: 'jar',
    title: cosmetics,
    description: strings.cosmeticsForAll,
  },
  {
    image: 'drip',
    title: ivTherapy,
    description: strings.ivTherapyForAll,
  },
];

/** The same three services, described for clinics (SPEC §2, "/info"). */
export const servicesForProviders: readonly Service[] = [
  {
    image: 'kit',
    title: sexualHealth,
    description: strings.kitsForProviders,
  },
  {
    image: 'jar',
    title: cosmetics,
    description: strings.cosmeticsForProviders,
  },
  {
    image: 'drip',
    title: ivTherapy,
    description: strings.ivTherapyForProviders,
  },
];
