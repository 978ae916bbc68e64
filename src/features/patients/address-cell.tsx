import { MapPin } from 'lucide-react';
import type { ComponentPropsWithRef } from 'react';
import { dashboardToast } from '@/app/store';
import { lazyWithRetry } from '@/lib/lazy';
import { cx } from '@/ui/cx';
import { strings } from './strings';

/** The address modal; its code is preloaded, or loaded when it is opened for the first time. */
export const LazyAddressDialog = lazyWithRetry(async () => (await import('./address-dialog')).AddressDialog, {
  loadWhen: ({ open }) => open,
  onFailure: ({ onClose }) => {
    dashboardToast(strings.dialogNotLoaded, { tone: 'error' });
    onClose();
  },
});

interface AddressButtonProps extends ComponentPropsWithRef<'button'> {
  /** The address in one line; empty while there is none. */
  address: string;
  /** What the button is about, for screen readers. */
  label: string;
}

/** A cell that shows an address and opens the address modal. */
export function AddressButton({ address, label, className, ...rest }: AddressButtonProps) {
  return (
    <button
      type="button"
      // The name contains the visible text, for users who control the page by voice.
      aria-label={strings.address.button(label, address)}
      title={address || undefined}
      // The `control` class styles a button as read-only; these classes undo that.
      className={cx(
        'control flex items-center gap-2 text-left enabled:border-field enabled:bg-surface enabled:text-ink enabled:hover:border-plum',
        className,
      )}
      {...rest}
    >
      <MapPin aria-hidden="true" className="size-4 shrink-0 text-ink-3 @xl:@max-4xl:hidden" />
      <span className={cx('min-w-0', address ? 'truncate' : 'text-ink-3')}>
        {address || strings.address.add}
      </span>
    </button>
  );
}
