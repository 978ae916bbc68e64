import { Check, PackageCheck, Video } from 'lucide-react';
import * as strings from '@/pages/info/strings';
import { Petals } from '@/ui/art/petals';
import { Portrait } from '@/ui/art/portrait';
import { cx } from '@/ui/cx';

const patients = [
  {
    name: 'Robin Ellis',
    kit: strings.everyThreeMonths,
    state: strings.authorized,
    tone: 'bg-green-soft text-green',
  },
  { name: 'Noor Haddad', kit: strings.once, state: strings.shipped, tone: 'bg-plum-soft text-plum' },
  { name: 'Sam Whitlock', kit: strings.yearly, state: strings.authorized, tone: 'bg-green-soft text-green' },
  {
    name: 'Ines Moreau',
    kit: strings.monthly,
    state: strings.addressAsked,
    tone: 'bg-amber-soft text-amber',
  },
];

const chip =
  'absolute flex items-center gap-3 rounded-card border border-line bg-raised py-3 ps-3 pe-5 text-sm leading-tight shadow-3';

/** A clinic's morning in the product, on a bed of petals. Decoration as a whole. */
export function ClinicGlimpse() {
  return (
    <div aria-hidden="true" className="relative mx-auto w-full max-w-136 pb-14 lg:max-w-none">
      <Petals className="absolute -top-8 left-1/2 lg:-top-16 w-[125%] max-w-none -translate-x-1/2 text-plum" />
      <div className="relative overflow-hidden rounded-hero border border-line bg-surface shadow-3">
        <div className="flex items-center justify-between gap-4 border-b border-line px-5 py-4 sm:px-6">
          <p className="font-display text-xl font-medium">{strings.patients}</p>
          <span className="btn btn-primary btn-sm pointer-events-none">{strings.orderKits}</span>
        </div>
        <ul>
          {patients.map(({ name, kit, state, tone }) => (
            <li
              key={name}
              className="flex items-center gap-3 border-b border-line px-5 py-3.5 last:border-b-0 sm:px-6"
            >
              <Portrait name={name} className="size-10 shrink-0 rounded-full" />
              <span className="min-w-0 flex-1 leading-tight">
                <b className="block truncate font-semibold">{name}</b>
                <span className="text-caption text-ink-2">{kit}</span>
              </span>
              <span className={cx('badge', tone)}>{state}</span>
            </li>
          ))}
        </ul>
        <div className="flex items-center gap-3 bg-sunken px-5 pt-4 pb-12 text-sm text-ink-2 sm:px-6">
          <Check className="size-4.5 text-green" strokeWidth={2.5} />
          {strings.ready}
        </div>
      </div>
      <div className={cx(chip, '-end-1 bottom-0 sm:-end-4 lg:end-6')}>
        <span className="grid size-9 place-items-center rounded-full bg-teal-soft text-teal">
          <Video className="size-4.5" />
        </span>
        <span>
          <b className="block font-semibold">{strings.visit}</b>
          <span className="text-caption text-ink-2">{strings.invited}</span>
        </span>
      </div>
      <div className={cx(chip, 'bottom-6 -start-1 hidden sm:flex lg:-start-6')}>
        <span className="grid size-9 place-items-center rounded-full bg-coral-soft text-coral">
          <PackageCheck className="size-4.5" />
        </span>
        <span>
          <b className="block font-semibold">{strings.delivered}</b>
          <span className="text-caption text-ink-2">{strings.thisWeek}</span>
        </span>
      </div>
    </div>
  );
}
