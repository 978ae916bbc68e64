import { Envelope } from '@/shared/art/envelope';
import { KitBox } from '@/shared/art/kit-box';
import { cx } from '@/shared/ui/cx';

/** The kit as it arrives: an open box with its vials, and the padded envelope that goes back. */
export function KitScene({ className }: { className?: string }) {
  return (
    <svg aria-hidden="true" viewBox="-20 -70 580 530" fill="none" className={cx('block', className)}>
      <ellipse cx="318" cy="352" rx="232" ry="82" className="fill-art-deep" opacity=".13" />
      <ellipse cx="108" cy="410" rx="118" ry="34" className="fill-art-deep" opacity=".12" />
      <KitBox />
      <Envelope />
    </svg>
  );
}
