import * as fixed from '@/pages/about-us/fixed-strings';
import * as strings from '@/pages/about-us/strings';
import { Petals } from '@/ui/art/petals';
import { ButtonLink } from '@/ui/form/button';

/** SPEC §2: "Let's work together", whose Careers button goes to /careers. */
export function WorkTogether() {
  return (
    <section aria-labelledby="work-together" className="page-container pb-16 lg:pb-24">
      <div className="grain relative overflow-hidden rounded-hero border border-line bg-coral-soft px-6 py-12 text-center sm:px-10 lg:py-20">
        <Petals className="absolute -bottom-4 left-1/2 w-200 max-w-none -translate-x-1/2 text-coral opacity-40" />
        <h2 id="work-together" className="relative font-display text-h1 font-normal tracking-[-0.02em]">
          {fixed.workTogether}
        </h2>
        <p className="relative mx-auto mt-4 max-w-112 text-lg text-ink-2">{strings.workTogetherText}</p>
        <ButtonLink to="/careers" size="lg" className="relative mt-8">
          {fixed.careers}
        </ButtonLink>
      </div>
    </section>
  );
}
