import { Check } from 'lucide-react';
import * as strings from '@/pages/info/strings';
import { KitScene } from '@/ui/art/kit-scene';
import { Petals } from '@/ui/art/petals';
import { ButtonLink } from '@/ui/form/button';

const steps = [strings.stepOne, strings.stepTwo, strings.stepThree];

/** SPEC §2, "/info": the sign-up call to action. */
export function SignUpCall() {
  return (
    <section aria-labelledby="sign-up" className="page-container py-16 lg:py-24">
      <div className="dusk grain relative grid items-center gap-8 overflow-hidden rounded-hero px-6 py-12 sm:px-10 md:grid-cols-[3fr_2fr] lg:px-14 lg:py-16">
        <Petals className="absolute -right-32 -bottom-10 w-160 text-peach opacity-60" />
        <div className="relative">
          <p className="eyebrow text-art-blush">{strings.callEyebrow}</p>
          <h2 id="sign-up" className="mt-3 font-display text-h1 font-normal tracking-[-0.02em]">
            {strings.call}
          </h2>
          <ul className="mt-6 space-y-2.5 text-on-dusk-2">
            {steps.map((step) => (
              <li key={step} className="flex gap-3">
                <Check
                  aria-hidden="true"
                  className="mt-1 size-4.5 shrink-0 text-art-blush"
                  strokeWidth={2.5}
                />
                {step}
              </li>
            ))}
          </ul>
          <ButtonLink
            to="/signup"
            size="lg"
            className="mt-8 bg-on-dusk text-dusk-deep hover:bg-white dark:text-dusk-deep"
          >
            {strings.signUp}
          </ButtonLink>
        </div>
        <KitScene className="relative mx-auto w-full max-w-80 md:max-w-none" />
      </div>
    </section>
  );
}
