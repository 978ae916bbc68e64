import { Check } from 'lucide-react';
import { Link } from 'react-router-dom';
import { KitScene } from '@/shared/art/kit-scene';
import { Logo } from '@/shared/art/logo';
import { Petals } from '@/shared/art/petals';
import * as strings from '@/shared/layout/strings';

const promises = [strings.plainBox, strings.yourDecision, strings.followed];

/** The evening-coloured half of the sign-in pages. Gone below 1024 px, where the form needs the room. */
export function BrandPanel() {
  return (
    <aside aria-label={strings.about} className="dusk grain relative hidden overflow-hidden lg:block">
      <div className="sticky top-0 flex min-h-dvh flex-col p-10 xl:p-14">
        <Petals className="absolute -right-48 top-10 w-160 rotate-12 text-peach opacity-70" />
        <Link to="/" className="relative self-start rounded-control text-on-dusk no-underline">
          <Logo />
        </Link>
        <div className="relative mt-auto">
          <KitScene className="-ms-4 mb-6 w-full max-w-96" />
          <p className="max-w-120 font-display text-h1 font-medium tracking-[-0.02em] text-balance">
            {strings.panelTitle}
          </p>
          <ul className="mt-6 space-y-2.5 text-on-dusk-2">
            {promises.map((promise) => (
              <li key={promise} className="flex items-center gap-3">
                <Check aria-hidden="true" className="size-4.5 text-art-blush" strokeWidth={2.5} />
                {promise}
              </li>
            ))}
          </ul>
        </div>
      </div>
    </aside>
  );
}
