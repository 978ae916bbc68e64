import { ArrowUp } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, type Ref, useId, useState } from 'react';
import { isBlank } from '@/contract';
import { strings } from './strings';

interface ComposerProps {
  onSend: (text: string) => void;
  /** The text whose call failed last; ArrowUp in the empty input brings it back. */
  lastLost: string | null;
  ref: Ref<HTMLInputElement>;
}

/** Where messages are typed (SPEC §5 "Chat input"). */
export function Composer({ onSend, lastLost, ref }: ComposerProps) {
  const [text, setText] = useState('');
  const id = useId();
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBlank(text)) return;
    onSend(text);
    setText('');
  };
  const recall = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowUp' || text !== '' || lastLost === null) return;
    event.preventDefault();
    setText(lastLost);
  };
  return (
    <form onSubmit={send} className="grid shrink-0 border-t border-line p-3 *:[grid-area:1/1]">
      <label htmlFor={id} className="sr-only">
        {strings.composer.label}
      </label>
      <input
        ref={ref}
        id={id}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={recall}
        placeholder={strings.composer.placeholder}
        autoComplete="off"
        enterKeyHint="send"
        className="control rounded-full ps-4 pe-13"
      />
      <button
        type="submit"
        aria-label={strings.composer.send}
        // Keeps the focus, and on phones the keyboard, at the input.
        onMouseDown={(event) => event.preventDefault()}
        className="me-1 grid size-9 place-items-center self-center justify-self-end rounded-full bg-plum text-on-plum hover:bg-plum-strong"
      >
        <ArrowUp aria-hidden="true" className="size-5" />
      </button>
    </form>
  );
}
