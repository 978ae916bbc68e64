import { Search, X } from 'lucide-react';
import { startTransition, useOptimistic, useRef } from 'react';
import { cx } from '@/ui/cx';
import * as strings from '@/ui/strings';

interface SearchInputProps {
  /** The accessible name, and the placeholder. */
  label: string;
  value: string;
  /** Called in a transition, so that rendering the results does not block typing. */
  onValueChange: (value: string) => void;
  className?: string | undefined;
}

// Created once, so that a key press does not render the icon again.
const magnifier = (
  <Search
    aria-hidden="true"
    className="pointer-events-none absolute inset-y-0 start-3 my-auto size-4.5 text-ink-3"
  />
);
const cross = <X aria-hidden="true" className="size-4" />;

/** A search box that responds to keys at once, even for a long list. A button or Escape clears it. */
export function SearchInput({ label, value, onValueChange, className }: SearchInputProps) {
  const input = useRef<HTMLInputElement>(null);
  const [typed, showTyped] = useOptimistic(value);
  const change = (next: string) =>
    startTransition(() => {
      showTyped(next);
      onValueChange(next);
    });
  const clear = () => {
    change('');
    input.current?.focus();
  };
  return (
    <div className={cx('relative', className)}>
      <input
        ref={input}
        type="search"
        aria-label={label}
        placeholder={label}
        value={typed}
        autoComplete="off"
        spellCheck={false}
        // `contain: strict` limits layout and paint to the box on each key press; its height comes from `control`.
        // Elements that overlay the box must come after it.
        className="control ps-10 pe-11 placeholder-shown:pe-3 max-[24rem]:placeholder:text-sm [contain:strict]"
        onChange={(event) => change(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || typed === '') return;
          // Inside a dialog the first Escape clears the box; only the next one closes the dialog.
          event.stopPropagation();
          event.preventDefault();
          clear();
        }}
      />
      {magnifier}
      {typed === '' ? null : (
        <button
          type="button"
          aria-label={strings.clearSearch}
          onClick={clear}
          className="absolute inset-y-1 end-1 grid w-9 place-items-center rounded-md text-ink-2 hover:bg-plum-soft hover:text-plum"
        >
          {cross}
        </button>
      )}
    </div>
  );
}
