import { type KeyboardEvent, useId, useState } from 'react';
import { cx } from '@/ui/cx';
import * as strings from '@/ui/strings';
import { type TextInputProps, useFieldControl } from './field';

/**
 * A password field with a button to show the password, and a hint while caps lock is on. Pasting is never blocked. Set
 * `autoComplete` to "new-password" where the user chooses one.
 */
export function PasswordInput({
  className,
  onKeyDown,
  onKeyUp,
  onBlur,
  ...rest
}: Omit<TextInputProps, 'type'>) {
  const [visible, setVisible] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  const wiring = useFieldControl(rest);
  const hintId = useId();
  const readCapsLock = (event: KeyboardEvent<HTMLInputElement>) =>
    setCapsLock(event.getModifierState('CapsLock'));
  const describedBy = [wiring['aria-describedby'], capsLock && hintId].filter(Boolean).join(' ');
  return (
    <div>
      <div className="relative">
        <input
          autoComplete="current-password"
          {...rest}
          {...wiring}
          aria-describedby={describedBy || undefined}
          type={visible ? 'text' : 'password'}
          autoCapitalize="none"
          spellCheck={false}
          className={cx('control pe-20', className)}
          onKeyDown={(event) => {
            readCapsLock(event);
            onKeyDown?.(event);
          }}
          onKeyUp={(event) => {
            readCapsLock(event);
            onKeyUp?.(event);
          }}
          onBlur={(event) => {
            setCapsLock(false);
            onBlur?.(event);
          }}
        />
        {/* Named only "Show": with "password" in its name, two controls would match that label. */}
        <button
          type="button"
          aria-pressed={visible}
          aria-controls={wiring.id ?? rest.id}
          disabled={rest.disabled}
          onClick={() => setVisible(!visible)}
          className="absolute inset-y-1 end-1 min-w-16 rounded-md px-3 text-sm font-semibold text-plum hover:bg-plum-soft"
        >
          {visible ? strings.hide : strings.show}
        </button>
      </div>
      <p id={hintId} role="status" className={cx('text-caption text-amber', capsLock && 'mt-1.5')}>
        {capsLock ? strings.capsLock : null}
      </p>
    </div>
  );
}
