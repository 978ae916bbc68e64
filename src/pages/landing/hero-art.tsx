import { Check, Truck } from 'lucide-react';
import * as strings from '@/pages/landing/strings';
import { KitScene } from '@/ui/art/kit-scene';
import { Petals } from '@/ui/art/petals';

const chip =
  'absolute hidden items-center gap-3 rounded-card border border-line bg-raised/95 py-3 ps-3 pe-5 text-sm shadow-2 sm:flex md:hidden lg:flex';

/** The kit on a bed of petals, with two glimpses of the product. Decoration as a whole. */
export function HeroArt() {
  return (
    <div
      aria-hidden="true"
      className="relative mx-auto w-full max-w-120 md:max-w-none lg:-me-24 lg:w-[calc(100%+6rem)]"
    >
      <Petals className="absolute inset-x-0 -top-6 mx-auto w-[118%] max-w-none -translate-x-[8%] text-coral lg:-top-12" />
      <KitScene className="relative w-full" />
      <div className={`${chip} top-[8%] start-0`}>
        <span className="grid size-9 place-items-center rounded-full bg-green-soft text-green">
          <Check className="size-4.5" strokeWidth={2.5} />
        </span>
        <span className="leading-tight">
          <b className="block font-semibold">{strings.addressConfirmed}</b>
          <span className="text-caption text-ink-2">{strings.fromTheMail}</span>
        </span>
      </div>
      <div className={`${chip} end-[8%] bottom-[4%]`}>
        <span className="grid size-9 place-items-center rounded-full bg-plum-soft text-plum">
          <Truck className="size-4.5" />
        </span>
        <span className="leading-tight">
          <b className="block font-semibold">{strings.kitOnItsWay}</b>
          <span className="text-caption text-ink-2">{strings.plainBox}</span>
        </span>
      </div>
    </div>
  );
}
