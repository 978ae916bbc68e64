import { brand } from '@/lib/brand';
import { Mark } from '@/ui/art/scene';
import * as strings from './strings';

/** §2: a "Trusted by" logo strip. */
export function TrustedBy() {
  return (
    <section aria-labelledby="trusted-by" className="page-container pb-20 lg:pb-28">
      <h2 id="trusted-by" className="text-center text-sm font-semibold text-ink-2">
        {strings.trustedBy}
      </h2>
      <ul className="mx-auto mt-7 flex flex-wrap justify-center gap-x-8 gap-y-6 text-ink-2 sm:gap-x-14 lg:justify-between lg:gap-x-6">
        {brand.partners.map((partner, index) => (
          <li
            key={partner}
            className="flex min-w-0 items-center gap-2.5 text-sm font-semibold tracking-[-0.01em] sm:text-base"
          >
            <Mark name={`mark-${index}`} className="size-6 shrink-0" />
            {partner}
          </li>
        ))}
      </ul>
    </section>
  );
}
