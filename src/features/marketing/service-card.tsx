import { KitBox } from '@/ui/art/kit-scene';
import { Petals } from '@/ui/art/petals';
import { cx } from '@/ui/cx';
import { services } from '@/ui/site/site-links';
import * as strings from './strings';

const scenes = {
  kit: { ground: 'bg-plum-soft', petals: 'text-plum', Scene: KitScene },
  jar: { ground: 'bg-coral-soft', petals: 'text-coral', Scene: JarScene },
  drip: { ground: 'bg-teal-soft', petals: 'text-teal', Scene: DripScene },
};

type ServiceArtName = keyof typeof scenes;

/** The picture on a service card. */
function ServiceArt({ name }: { name: ServiceArtName }) {
  const { ground, petals, Scene } = scenes[name];
  return (
    <div
      aria-hidden="true"
      className={cx('grain relative grid h-56 place-items-center overflow-hidden', ground)}
    >
      <Petals className={cx('absolute -bottom-2 w-104', petals)} />
      <Scene />
    </div>
  );
}

function KitScene() {
  return (
    <svg aria-hidden="true" viewBox="130 -70 430 480" className="relative h-48" fill="none">
      <KitBox />
    </svg>
  );
}

/** A jar of cream and a dropper bottle. */
function JarScene() {
  return (
    <svg aria-hidden="true" viewBox="0 0 240 200" className="relative h-44" fill="none">
      <ellipse cx="122" cy="176" rx="104" ry="16" className="fill-art-deep" opacity=".13" />
      <path d="M40 118v42c0 26 108 26 108 0v-42Z" className="fill-art-paper" />
      <path d="M94 180c30 0 54-7 54-20v-42H118v60c-7 1.5-15 2-24 2Z" className="fill-art-paper-deep" />
      <path d="M34 92v24c0 27 120 27 120 0V92Z" className="fill-art-mid" />
      <ellipse cx="94" cy="92" rx="60" ry="20" className="fill-art-light" />
      <path
        d="M84 150c-8-10-4-20 2-24 6 6 8 16-2 24ZM92 150c8-10 14-18 6-24-8 4-14 14-6 24Z"
        className="fill-art-coral"
        opacity=".7"
      />
      <path
        d="M164 84v78c0 16 54 16 54 0V84c0-16-14-16-14-26h-26c0 10-14 10-14 26Z"
        className="fill-art-coral"
      />
      <path d="M164 112v50c0 16 54 16 54 0v-50c0 14-54 14-54 0Z" className="fill-art-blush" />
      <path d="M176 40v20c0 7 30 7 30 0V40Z" className="fill-art-deep" />
      <ellipse cx="191" cy="40" rx="15" ry="5" className="fill-art-mid" />
      <path d="M184 12c0-10 14-10 14 0v27c-4 2-10 2-14 0Z" className="fill-art-light" />
      <path
        d="M172 92v60"
        className="stroke-white"
        strokeWidth="4"
        strokeLinecap="round"
        strokeOpacity=".55"
      />
    </svg>
  );
}

/** An infusion bag on a pole. */
function DripScene() {
  return (
    <svg aria-hidden="true" viewBox="0 0 240 200" className="relative h-48" fill="none">
      <ellipse cx="128" cy="186" rx="84" ry="12" className="fill-art-deep" opacity=".13" />
      <path
        d="M178 186V22c0-12-16-16-22-6"
        className="stroke-art-mid"
        strokeWidth="6"
        strokeLinecap="round"
      />
      <path d="M150 187h56" className="stroke-art-mid" strokeWidth="7" strokeLinecap="round" />
      <path d="M120 16h38" className="stroke-art-mid" strokeWidth="5" strokeLinecap="round" />
      <path d="M138 16v12" className="stroke-art-mid" strokeWidth="4" />
      <rect
        x="98"
        y="26"
        width="80"
        height="104"
        rx="16"
        className="fill-art-paper stroke-art-paper-deep"
        strokeWidth="2"
      />
      <path
        d="M102 74c18-9 30 8 48 1 10-4 18-4 24-1v40a12 12 0 0 1-12 12h-48a12 12 0 0 1-12-12Z"
        className="fill-art-glass"
      />
      <path
        d="M126 46h24M126 58h16"
        className="stroke-art-paper-deep"
        strokeWidth="5"
        strokeLinecap="round"
      />
      <path d="M108 84v28" className="stroke-white" strokeWidth="4" strokeLinecap="round" />
      <path d="M130 130h16v16h-16Z" className="fill-art-coral" />
      <path
        d="M138 146v10c0 26-44 6-62 22-8 7-18 8-28 6"
        className="stroke-art-light"
        strokeWidth="3.5"
        strokeLinecap="round"
      />
    </svg>
  );
}

/** §3 "Service card": image, title, description. */
export interface Service {
  readonly image: ServiceArtName;
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

/** The same three services, described for clinics (§2, "/info"). */
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
