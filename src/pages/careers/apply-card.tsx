import { ArrowUpRight } from 'lucide-react';
import * as fixed from '@/pages/careers/fixed-strings';
import * as strings from '@/pages/careers/strings';
import { brand } from '@/lib/brand';
import { ExternalLink } from '@/ui/layout/external-link';

/** The role at a glance, and the way to the external application form. First on phones, beside the text on desktops. */
export function ApplyCard() {
  return (
    <aside aria-label={strings.apply} className="card shadow-2 max-lg:order-first lg:sticky lg:top-24">
      <dl className="grid gap-3 sm:max-lg:grid-cols-3 lg:gap-4">
        {strings.facts.map(({ label, value }) => (
          <div key={label} className="flex items-baseline justify-between gap-4 sm:max-lg:block">
            <dt className="text-sm text-ink-2">{label}</dt>
            <dd className="font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
      <ExternalLink
        href={brand.careersFormUrl}
        button={{ size: 'lg' }}
        aria-describedby="apply-note"
        className="mt-6 w-full"
      >
        {fixed.applyNow}
        <ArrowUpRight aria-hidden="true" className="size-5" />
      </ExternalLink>
      <p id="apply-note" className="mt-3 text-center text-caption text-ink-2">
        {strings.newTab}
      </p>
    </aside>
  );
}
