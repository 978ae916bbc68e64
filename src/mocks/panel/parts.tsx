import { errorMessage } from '@kitwell/mock-engine/error-message';
import { copyText } from '@kitwell/mock-engine/world/copy-text';
import type { Notes } from '@kitwell/mock-engine/world/notes';
import { type ReactNode, type Ref, useId, useRef, useState, useSyncExternalStore } from 'react';
import { cx } from '@/ui/cx';
import { Notice } from '@/ui/feedback/notice';
import { Button } from '@/ui/form/button';
import { buttonClass } from '@/ui/form/button-class';

/** What became of the last attempt: the text that the work returned, or why it failed. */
export function useOutcome() {
  const [outcome, setOutcome] = useState('');
  const [isBusy, setBusy] = useState(false);
  const attempt = async (work: () => Promise<string>): Promise<void> => {
    setOutcome('');
    setBusy(true);
    setOutcome(await work().catch(errorMessage));
    setBusy(false);
  };
  return { outcome, isBusy, attempt };
}

/** Shows what became of an attempt. */
export const Outcome = ({ children }: { children: string }) => (
  <p role="status" className="text-sm text-ink-2 empty:absolute">
    {children}
  </p>
);

interface ConfirmButtonProps {
  label: string;
  /** What it is for, where several buttons have the same label. Screen readers read it after the label. */
  subject?: string;
  /** Shown before confirming; explains what would be lost. */
  question: string;
  onConfirm: () => void;
  busy?: boolean;
}

/** A button that asks for confirmation inline: a dialog would be below the control room. */
export function ConfirmButton({ label, subject, question, onConfirm, busy = false }: ConfirmButtonProps) {
  const [isAsking, setAsking] = useState(false);
  const isAnswered = useRef(false);
  const ofSubject = subject === undefined ? null : <span className="sr-only">“{subject}”</span>;
  const answer = () => {
    isAnswered.current = true;
    setAsking(false);
  };
  if (!isAsking || busy) {
    return (
      <Button
        variant="secondary"
        size="sm"
        busy={busy}
        // The button of the answer is gone, so the focus returns to this one.
        ref={(button) => {
          if (isAnswered.current) button?.focus();
          isAnswered.current = false;
        }}
        onClick={() => setAsking(true)}
      >
        {label} {ofSubject}
      </Button>
    );
  }
  return (
    <fieldset
      className="flex flex-wrap items-center gap-2"
      aria-label={subject === undefined ? label : `${label} “${subject}”`}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        // Only the question is closed, not the control room or the form around it.
        event.preventDefault();
        event.stopPropagation();
        answer();
      }}
    >
      <span role="status" className="text-sm">
        {question}
      </span>
      <Button
        variant="danger"
        size="sm"
        // The pressed button is gone, so the focus moves to this one.
        ref={(button) => button?.focus()}
        onClick={() => {
          answer();
          onConfirm();
        }}
      >
        Yes, {label.toLowerCase()} {ofSubject}
      </Button>
      <Button variant="ghost" size="sm" onClick={answer}>
        No
      </Button>
    </fieldset>
  );
}

interface CopyButtonProps {
  label: string;
  /** The text, or a function that creates it when the button is pressed. */
  text: string | (() => string);
}

/** Copies a text and shows the outcome, including when the browser denies clipboard access. */
export function CopyButton({ label, text }: CopyButtonProps) {
  const { outcome, attempt } = useOutcome();
  const copy = async () => {
    await copyText(typeof text === 'string' ? text : text());
    return 'Copied';
  };
  return (
    <>
      <Button variant="secondary" size="sm" onClick={() => void attempt(copy)}>
        {label}
      </Button>
      <Outcome>{outcome}</Outcome>
    </>
  );
}

interface ScrollableProps {
  /** Describes the content for screen readers. */
  label: string;
  className: string;
  children: ReactNode;
  ref?: Ref<HTMLDivElement>;
}

/** A box that scrolls in both directions. It is focusable, so that it can also be scrolled with the keyboard. */
export function Scrollable({ label, className, children, ref }: ScrollableProps) {
  const byKeys = { tabIndex: 0, role: 'group', 'aria-label': label };
  return (
    <div ref={ref} {...byKeys} className={className}>
      {children}
    </div>
  );
}

/** A value as JSON. */
export function Json({ label, value }: { label: string; value: unknown }) {
  return (
    <Scrollable
      label={label}
      className="max-h-56 overflow-auto rounded-control border border-line bg-sunken p-3 text-caption text-ink"
    >
      <pre className="break-words whitespace-pre-wrap">{JSON.stringify(value, null, 2)}</pre>
    </Scrollable>
  );
}

interface SectionProps {
  title: string;
  hint?: ReactNode;
  action?: ReactNode;
  children: ReactNode;
}

/** A part of a tab with its own heading. */
export function Section({ title, hint, action, children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid grid-cols-1 gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h3 id={id} className="text-sm font-semibold">
          {title}
        </h3>
        {action}
      </div>
      {hint ? <p className="-mt-2 text-caption text-ink-2">{hint}</p> : null}
      {children}
    </section>
  );
}

const look: Record<string, string> = {
  GET: 'bg-teal-soft text-teal',
  POST: 'bg-plum-soft text-plum',
  PUT: 'bg-amber-soft text-amber',
};

/** An operation's name, with its method set apart. */
export function Method({ operation }: { operation: string }) {
  const [method = '', ...path] = operation.split(' ');
  return (
    <span className="flex min-w-0 flex-1 items-center gap-2 text-sm">
      <span
        className={cx('rounded-sm px-1.5 text-caption font-semibold', look[method] ?? 'bg-sunken text-ink-2')}
      >
        {method}
      </span>{' '}
      <span className="min-w-0 wrap-anywhere">{path.join(' ')}</span>
    </span>
  );
}

/** A button that lets the user choose a JSON file. */
export function FileButton({ label, onFile }: { label: string; onFile: (file: File) => void }) {
  const id = useId();
  return (
    <label
      htmlFor={id}
      className={buttonClass({
        variant: 'secondary',
        size: 'sm',
        className: 'cursor-pointer focus-within:outline-2',
      })}
    >
      {label}
      <input
        id={id}
        type="file"
        accept="application/json,.json"
        className="sr-only"
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          if (file) onFile(file);
          // Allows choosing the same file again.
          event.target.value = '';
        }}
      />
    </label>
  );
}

/** Messages about the mock itself. */
export function NoteList({ notes, className }: { notes: Notes; className?: string }) {
  return useSyncExternalStore(notes.onChange, notes.list).map(({ id, text, action }) => (
    <Notice
      key={id}
      tone="warning"
      className={className}
      action={action ? <Button onClick={action.onPress}>{action.label}</Button> : null}
    >
      {text}
    </Notice>
  ));
}
