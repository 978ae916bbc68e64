import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react';
import * as strings from '@/features/marketing/strings';
import { cx } from '@/ui/cx';

interface CarouselControlsProps {
  titles: readonly string[];
  shown: number;
  playing: boolean;
  onToggle: () => void;
  onPrevious: () => void;
  onNext: () => void;
  onShow: (index: number) => void;
}

const round =
  'grid size-11 place-items-center rounded-full border border-line bg-surface text-ink-2 shadow-1 hover:border-plum hover:text-plum';

/** Pause, then arrows around one dot per slide. */
export function CarouselControls(props: CarouselControlsProps) {
  const { titles, shown, playing, onToggle, onPrevious, onNext, onShow } = props;
  const PlayOrPause = playing ? Pause : Play;
  return (
    <div className="flex items-center gap-2">
      <button
        type="button"
        onClick={onToggle}
        aria-label={playing ? strings.pause : strings.play}
        className={cx(round, 'me-auto')}
      >
        <PlayOrPause aria-hidden="true" className="size-4.5" />
      </button>
      <button type="button" onClick={onPrevious} aria-label={strings.previous} className={round}>
        <ChevronLeft aria-hidden="true" className="size-5" />
      </button>
      {titles.map((title, index) => (
        <button
          key={title}
          type="button"
          onClick={() => onShow(index)}
          aria-label={strings.showSlide(title)}
          aria-current={index === shown}
          className="group grid size-6 place-items-center rounded-full"
        >
          <span className="h-2 w-2 rounded-full bg-field transition-all group-hover:bg-plum group-aria-[current=true]:w-5 group-aria-[current=true]:bg-plum" />
        </button>
      ))}
      <button type="button" onClick={onNext} aria-label={strings.next} className={round}>
        <ChevronRight aria-hidden="true" className="size-5" />
      </button>
    </div>
  );
}
