import { Pause, Play } from 'lucide-react';
import { useEffect, useState } from 'react';
import { buttonClass } from '@/ui/form/button-class';
import { Screen } from './screen';
import type { ScreenName } from './screen-files';
import { SectionHeading } from './section-heading';
import * as strings from './strings';

const steps: readonly { name: ScreenName; title: string; text: string; alt: string }[] = [
  {
    name: 'import',
    title: strings.importTitle,
    text: strings.importText,
    alt: strings.importScreen,
  },
  {
    name: 'patients',
    title: strings.authorizeTitle,
    text: strings.authorizeText,
    alt: strings.patientsScreen,
  },
  {
    name: 'order',
    title: strings.orderTitle,
    text: strings.orderText,
    alt: strings.orderScreen,
  },
  {
    name: 'confirm',
    title: strings.confirmTitle,
    text: strings.confirmText,
    alt: strings.confirmScreen,
  },
  {
    name: 'journey',
    title: strings.followTitle,
    text: strings.followText,
    alt: strings.journeyScreen,
  },
];

/** The index of the open step if all are closed. */
const none = -1;

/**
 * How ordering works, in five steps with a picture each: a list that opens one step at a time, also before the code has
 * loaded. Play opens them one after the other, four seconds each; with reduced motion there is no Play.
 */
export function Tour() {
  const [current, setCurrent] = useState(0);
  const [isPlaying, setPlaying] = useState(false);
  const isLast = current === steps.length - 1;
  useEffect(() => {
    if (!isPlaying) return;
    const timer = setTimeout(() => (isLast ? setPlaying(false) : setCurrent(current + 1)), 4000);
    return () => clearTimeout(timer);
  }, [isPlaying, isLast, current]);
  const PlayOrPause = isPlaying ? Pause : Play;
  return (
    <section aria-labelledby="ordering" className="page-container py-16 lg:py-24">
      <div className="flex flex-wrap items-end justify-between gap-6">
        <SectionHeading id="ordering" eyebrow={strings.orderingEyebrow}>
          {strings.ordering}
        </SectionHeading>
        <button
          type="button"
          onClick={() => {
            setPlaying(!isPlaying);
            if (!isPlaying && (isLast || current === none)) setCurrent(0);
          }}
          className={buttonClass({ variant: 'secondary', className: 'motion-reduce:hidden noscript:hidden' })}
        >
          <PlayOrPause aria-hidden="true" className="size-4.5" />
          <span>{isPlaying ? strings.pauseTour : strings.playTour}</span>
        </button>
      </div>
      <ol className="relative mt-10 lg:min-h-[calc(min(100vw,75rem)*0.44)]">
        {steps.map(({ name, title, text, alt }, index) => (
          <li key={name} className="relative border-t border-line lg:static lg:me-[62%]">
            <details
              name="tour"
              open={index === current}
              onToggle={({ currentTarget }) => {
                if (currentTarget.open === (index === current)) return;
                if (currentTarget.open) setCurrent(index);
                // It was closed by another one that opened.
                else if (currentTarget.closest('ol')?.querySelector('details[open]')) return;
                else if (matchMedia('(width >= 64rem)').matches) {
                  // Beside the list, one picture is always shown.
                  currentTarget.open = true;
                  return;
                } else setCurrent(none);
                setPlaying(false);
              }}
              className="group"
            >
              <summary className="flex list-none gap-4 rounded-control py-4 lg:group-open:pointer-events-none [&::-webkit-details-marker]:hidden">
                <span
                  aria-hidden="true"
                  className="grid size-8 shrink-0 place-items-center rounded-full border border-field text-sm font-semibold text-ink-2 tabular-nums group-open:border-plum group-open:bg-plum group-open:text-on-plum"
                >
                  {index + 1}
                </span>
                <h3 className="pt-0.5 text-h3 font-semibold group-not-open:text-ink-2">{title}</h3>
              </summary>
              <p className="pb-5 ps-12 text-ink-2">{text}</p>
              <div className="mb-6 overflow-hidden rounded-card border border-line bg-canvas shadow-2 lg:absolute lg:end-0 lg:top-0 lg:mb-0 lg:w-[59%]">
                <Screen name={name} alt={alt} />
              </div>
              {isPlaying && index === current ? (
                <span
                  aria-hidden="true"
                  className="block h-0.5 origin-left bg-plum motion-safe:animate-[grow_4s_linear]"
                />
              ) : null}
            </details>
          </li>
        ))}
      </ol>
    </section>
  );
}
