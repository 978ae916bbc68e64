import { SectionHeading } from '@/features/marketing/section-heading';
import { ServiceCard } from '@/features/marketing/service-card';
import { servicesForProviders } from '@/features/marketing/services';
import * as strings from '@/pages/info/strings';
import { cx } from '@/ui/cx';

/** SPEC §2, "/info": three service cards. */
export function ProviderServices() {
  return (
    <section aria-labelledby="services" className="scroll-mt-16 border-y border-line bg-sunken">
      <div className="page-container py-16 lg:py-24">
        <SectionHeading id="services" eyebrow={strings.servicesEyebrow}>
          {strings.services}
        </SectionHeading>
        <ul className="mt-10 grid gap-5 md:grid-cols-2 lg:grid-cols-3 lg:gap-6">
          {servicesForProviders.map((service, index) => {
            const isLast = index === servicesForProviders.length - 1;
            return (
              <li key={service.title} className={cx(isLast && 'md:max-lg:col-span-2')}>
                <ServiceCard service={service} wideOnTablets={isLast} />
              </li>
            );
          })}
        </ul>
      </div>
    </section>
  );
}
