import { type MouseEvent, useId } from 'react';
import * as strings from '@/ui/strings';
import { Button } from './button';

interface MergeQuestionProps {
  /** The user's value, as text. */
  mine: string;
  /** What someone else has saved meanwhile, as text. */
  theirs: string;
  /** The name of the control that gets the focus once the user has chosen. */
  control: string;
  onKeepMine: () => void;
  onUseTheirs: () => void;
}

/** Shows both values of a field that the user and someone else have changed, and asks which one to keep. */
export function MergeQuestion({ mine, theirs, control, onKeepMine, onUseTheirs }: MergeQuestionProps) {
  const textId = useId();
  const choose = (decide: () => void) => (event: MouseEvent<HTMLButtonElement>) => {
    const field = event.currentTarget.form?.elements.namedItem(control);
    decide();
    if (field instanceof HTMLElement) field.focus();
  };
  return (
    <fieldset aria-labelledby={textId} tabIndex={-1} data-merge-question="" className="min-w-0">
      <p id={textId} className="text-caption wrap-anywhere text-ink-2">
        {strings.changedByBoth(theirs, mine)}
      </p>
      <div className="mt-1.5 flex flex-wrap gap-2">
        <Button variant="secondary" size="sm" onClick={choose(onKeepMine)}>
          {strings.keepMine}
        </Button>
        <Button variant="secondary" size="sm" onClick={choose(onUseTheirs)}>
          {strings.takeTheirs}
        </Button>
      </div>
    </fieldset>
  );
}

/** Moves the focus to the first question in a form. */
export const focusQuestion = (form: HTMLElement): void =>
  form.querySelector<HTMLElement>('[data-merge-question]')?.focus();
