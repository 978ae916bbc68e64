import { SectionHeading } from '@/pages/landing/section-heading';
import { ServiceArt, type ServiceArtName } from '@/pages/landing/service-art';

const services: { art: ServiceArtName; title: string; text: string }[] = [
  {
    art: 'kit',
    title: 'Sexual Health',
    text: 'Discreet sample kits, ordered by the clinic and collected at home.',
  },
  {
    art: 'jar',
    title: 'Cosmetics',
    text: 'Skin and aesthetic care, planned with a provider and brought to the door.',
  },
  { art: 'drip', title: 'IV Therapy', text: 'Hydration and vitamins, given at home by people who know how.' },
];

/** SPEC §2: "Providers Can Work With Us to Deliver Care", three service cards. */
export function ServiceCards() {
  return (
    <section aria-labelledby="services" className="border-y border-line bg-sunken">
      <div className="page-container py-16 lg:py-24">
        <SectionHeading id="services" eyebrow="Services">
          Providers Can Work With Us to Deliver Care
        </SectionHeading>
        <ul className="mt-10 grid gap-5 md:grid-cols-2 lg:grid-cols-3 lg:gap-6">
          {services.map(({ art, title, text }) => (
            <li
              key={title}
              className="card overflow-hidden p-0 md:max-lg:last:col-span-2 md:max-lg:last:grid md:max-lg:last:grid-cols-2"
            >
              <ServiceArt name={art} />
              <div className="p-6 md:self-center">
                <h3 className="font-display text-2xl font-medium tracking-[-0.01em]">{title}</h3>
                <p className="mt-2 text-ink-2">{text}</p>
              </div>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
