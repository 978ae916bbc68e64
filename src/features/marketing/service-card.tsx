import { Petals } from '@/ui/art/petals';
import { Scene } from '@/ui/art/scene';
import { cx } from '@/ui/cx';
import { services } from '@/ui/site/site-links';
import * as strings from './strings';

const looks = {
  sample: { ground: 'bg-plum-soft', petals: 'text-plum' },
  jar: { ground: 'bg-coral-soft', petals: 'text-coral' },
  drip: { ground: 'bg-teal-soft', petals: 'text-teal' },
};

/** The picture on a service card. */
function ServiceArt({ name }: { name: keyof typeof looks }) {
  const { ground, petals } = looks[name];
  return (
    <div
      aria-hidden="true"
      className={cx('grain relative grid h-56 place-items-center overflow-hidden', ground)}
    >
      <Petals className={cx('absolute -bottom-2 w-104', petals)} />
      <Scene name={name} className="relative h-46" />
    </div>
  );
}

/** §3 "Service card": image, title, description. */
export interface Service {
  readonly image: keyof typeof looks;
  readonly title: string;
  readonly description: string;
}

interface ServiceCardProps {
  service: Service;
  /** On tablets, shows the text beside the picture: for the third of three cards in two columns. */
  wideOnTablets?: boolean;
}

export function ServiceCard({ service, wideOnTablets = false }: ServiceCardProps) {
  const { image, title, description } = service;
  return (
    <article
      className={cx(
        'card h-full overflow-hidden p-0',
        wideOnTablets && 'md:max-lg:grid md:max-lg:grid-cols-2',
      )}
    >
      <ServiceArt name={image} />
      <div className="p-6 md:self-center">
        <h3 className="font-display text-2xl font-medium tracking-[-0.01em]">{title}</h3>
        <p className="mt-2 text-ink-2">{description}</p>
      </div>
    </article>
  );
}

const [sexualHealth, cosmetics, ivTherapy] = services;

/** The landing page's three services, for all visitors. */
export const servicesForAll: readonly Service[] = [
  {
    image: 'sample',
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

/** The same three services, described for clinics (§2, "/info"). */
export const servicesForProviders: readonly Service[] = [
  {
    image: 'sample',
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
