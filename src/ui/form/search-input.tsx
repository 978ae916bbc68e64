import { Search, X } from 'lucide-react';
import { startTransition, useOptimistic, useRef } from 'react';
import { cx } from '@/ui/cx';
import * as strings from '@/ui/strings';

interface SearchInputProps {
  /** The accessible name, and the placeholder. */
  label: string;
  value: string;
  /** Called in a transition: what is drawn anew because of it does not hold up the typing. */
  onValueChange: (value: string) => void;
  className?: string | undefined;
}

// Made once: a key then draws the text, and asks neither picture again.
const magnifier = (
  <Search
    aria-hidden="true"
    className="pointer-events-none absolute inset-y-0 start-3 my-auto size-4.5 text-ink-3"
  />
);
const cross = <X aria-hidden="true" className="size-4" />;

/** A search box that shows a key at once, however long the list it searches; a button empties it, and Escape does. */
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
        // As tall as `control` says, whatever is in it: a key then lays out and paints the box, not the page around.
        // What lies over the box has to come after it for that.
        className="control ps-10 pe-11 [contain:strict]"
        onChange={(event) => change(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || typed === '') return;
          // Inside a dialog the first Escape empties the box, only the next one closes the dialog.
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
