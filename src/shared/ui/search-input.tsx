import { Search, X } from 'lucide-react';
import { useRef } from 'react';
import { cx } from '@/shared/ui/cx';

interface SearchInputProps {
  /** The accessible name, and the placeholder unless one is given. */
  label: string;
  value: string;
  onValueChange: (value: string) => void;
  placeholder?: string | undefined;
  className?: string | undefined;
}

/** A search box with a button that empties it; Escape does the same. */
export function SearchInput({
  label,
  value,
  onValueChange,
  placeholder = label,
  className,
}: SearchInputProps) {
  const input = useRef<HTMLInputElement>(null);
  const clear = () => {
    onValueChange('');
    input.current?.focus();
  };
  return (
    <div className={cx('relative', className)}>
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-0 start-3 my-auto size-4.5 text-ink-3"
      />
      <input
        ref={input}
        type="search"
        aria-label={label}
        placeholder={placeholder}
        value={value}
        autoComplete="off"
        className="control ps-10 pe-11"
        onChange={(event) => onValueChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || value === '') return;
          // Inside a dialog the first Escape empties the box, only the next one closes the dialog.
          event.stopPropagation();
          event.preventDefault();
          clear();
        }}
      />
      {value === '' ? null : (
        <button
          type="button"
          aria-label="Clear search"
          onClick={clear}
          className="absolute inset-y-1 end-1 grid w-9 place-items-center rounded-md text-ink-2 hover:bg-plum-soft hover:text-plum"
        >
          <X aria-hidden="true" className="size-4" />
        </button>
      )}
    </div>
  );
}
