import { ServiceArt, type ServiceArtName } from '@/features/marketing/service-art';
import { cx } from '@/ui/cx';

/** SPEC §3 "Service card": image, title, description. */
export interface Service {
  readonly image: ServiceArtName;
  readonly title: string;
  readonly description: string;
}

interface ServiceCardProps {
  service: Service;
  /** Beside its picture instead of below it, on tablets: the third of three cards in two columns. */
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
