import { brand } from '@/lib/brand';
import * as strings from './strings';

/** Each fictional partner has its own typeface, as real logos in a row would. */
const hands = [
  'font-display text-2xl italic',
  'text-lg font-bold tracking-[0.14em] uppercase',
  'font-display text-2xl font-semibold',
  'text-xl font-semibold tracking-tight lowercase',
  'font-display text-xl tracking-[0.04em]',
  'text-xl font-bold tracking-[-0.04em]',
];

/** §2: a "Trusted by" logo strip. */
export function TrustedBy() {
  return (
    <section aria-labelledby="trusted-by" className="page-container pb-20 lg:pb-28">
      <h2 id="trusted-by" className="text-center text-sm font-semibold text-ink-2">
        {strings.trustedBy}
      </h2>
      <ul className="mt-6 flex flex-wrap items-center justify-center gap-x-10 gap-y-5 text-ink-2 lg:justify-between">
        {brand.partners.map((partner, index) => (
          <li key={partner} className={hands[index % hands.length]}>
            {partner}
          </li>
        ))}
      </ul>
    </section>
  );
}
