import type { Service } from '@/features/marketing/service-card';
import { services } from '@/shared/layout/site-links';

const [sexualHealth, cosmetics, ivTherapy] = services;

/** The landing page's three services, for everybody. */
export const servicesForAll: readonly Service[] = [
  {
    image: 'kit',
    title: sexualHealth,
    description: 'Discreet sample kits, ordered by the clinic and collected at home.',
  },
  {
    image: 'jar',
    title: cosmetics,
    description: 'Skin and aesthetic care, planned with a provider and brought to the door.',
  },
  {
    image: 'drip',
    title: ivTherapy,
    description: 'Hydration and vitamins, given at home by people who know how.',
  },
];

/** The same three, as a clinic wants to hear of them (SPEC §2, "/info"). */
export const servicesForProviders: readonly Service[] = [
  {
    image: 'kit',
    title: sexualHealth,
    description:
      'Order sample kits for your patients in one go. We pack them plainly, ship them, and tell you where each one is.',
  },
  {
    image: 'jar',
    title: cosmetics,
    description:
      'Plan skin and aesthetic care over video, then send a practitioner to the patient’s own living room.',
  },
  {
    image: 'drip',
    title: ivTherapy,
    description:
      'Offer hydration and vitamin drips to patients who would rather stay at home than come and sit in a chair.',
  },
];
