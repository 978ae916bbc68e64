import { zodResolver } from '@hookform/resolvers/zod';
import { isBlankIssue } from '@kitwell/mock-engine/declaration';
import { type RefObject, useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import type { RequiredField } from '@/contract';
import type * as z from '@/contract/zod';
import { Notice } from '@/ui/feedback/notice';
import * as strings from '@/ui/strings';

/**
 * The resolver of a form, for react-hook-form.
 *
 * @param schema validates the form's values
 * @param missing the message of each required field when it is blank, such as "Enter your email."
 */
export const formResolver = <Schema extends z.ZodMiniObject>(
  schema: Schema,
  missing: Readonly<Record<RequiredField<Schema['shape']>, string>>,
) => {
  const messages: Readonly<Record<PropertyKey, string>> = missing;
  return zodResolver(schema, {
    error: (issue) => (isBlankIssue(issue) ? messages[issue.path?.[0] ?? ''] : undefined),
  });
};

/** Focuses a field in the middle of its scroller: its label and message are in view, and no bar at an edge covers it. */
function focusInView(field: HTMLElement | null | undefined): void {
  field?.focus({ preventScroll: true });
  field?.scrollIntoView({ block: 'center' });
}

/**
 * Focuses the first invalid field in document order after a failed submit, for forms too short for an error summary. A
 * form library only knows the order in which fields were registered.
 *
 * @param submitCount number of submits, as counted by react-hook-form
 * @returns a ref for the form element
 */
export function useFirstInvalidFocus(submitCount: number): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (submitCount === 0) return;
    focusInView(form.current?.querySelector<HTMLElement>('[aria-invalid="true"]'));
  }, [submitCount]);
  return form;
}

/** A field that a rejected submit left invalid. */
interface InvalidField {
  /** The id of its control. */
  readonly id: string;
  /** Says on its own which field is meant, as beside the field. */
  readonly message: string;
}

/** What `useErrorSummary` passes to the summary. */
export interface InvalidFields {
  readonly ref: RefObject<HTMLElement | null>;
  readonly fields: readonly InvalidField[];
}

interface FieldErrors {
  readonly fields: readonly InvalidField[];
  /** The number of submits when they were read. */
  readonly readAt: number;
}

/** Reads the invalid fields in document order; a form library only knows the order in which they were registered. */
function invalidFieldsIn(form: HTMLFormElement | null): InvalidField[] {
  const controls = form?.querySelectorAll<HTMLInputElement>('[aria-invalid="true"]') ?? [];
  return [...controls].flatMap((control) => {
    const message = errorOf(control);
    return message === '' ? [] : [{ id: control.id, message }];
  });
}

/** Returns the text of the `FieldError` that describes a control. */
function errorOf(control: HTMLElement): string {
  const descriptions = (control.getAttribute('aria-describedby') ?? '').split(' ');
  const error = descriptions
    .map((id) => document.getElementById(id))
    .find((description) => description?.hasAttribute('data-field-error'));
  return error?.textContent ?? '';
}

const isSame = (some: readonly InvalidField[], others: readonly InvalidField[]): boolean =>
  some.length === others.length &&
  some.every(({ id, message }, index) => id === others[index]?.id && message === others[index]?.message);

const focusField = (id: string): void => focusInView(document.getElementById(id));

/**
 * Lists the invalid fields of a form after a rejected submit, until they are corrected. The submit moves the focus: to
 * the invalid field if it is the only one, else to the summary.
 *
 * @param submitCount number of submits, as counted by react-hook-form. A form that was rejected before it opened starts
 *   with 1: its invalid fields are listed, and the focus stays.
 * @returns a ref for the form element, and the props of its `ErrorSummary`
 */
export function useErrorSummary(submitCount: number) {
  const formElement = useRef<HTMLFormElement>(null);
  const ref = useRef<HTMLElement>(null);
  const [{ fields, readAt }, setErrors] = useState<FieldErrors>({ fields: [], readAt: submitCount });
  const focusedAt = useRef(submitCount);

  // After each render, because a correction changes the errors without a submit. A reset form has no submits.
  useLayoutEffect(() => {
    const next = submitCount === 0 ? [] : invalidFieldsIn(formElement.current);
    if (readAt !== submitCount || !isSame(fields, next)) setErrors({ fields: next, readAt: submitCount });
  });

  const moveFocus = useEffectEvent(() => {
    const [first, ...others] = fields;
    if (first === undefined) return;
    if (others.length === 0) focusField(first.id);
    else ref.current?.focus();
  });
  useLayoutEffect(() => {
    if (focusedAt.current === readAt) return;
    focusedAt.current = readAt;
    moveFocus();
  }, [readAt]);

  return { formElement, errorSummary: { ref, fields } satisfies InvalidFields };
}

interface ErrorSummaryProps extends InvalidFields {
  /** A text above the list, such as §5's message for missing fields. */
  message?: string | null | undefined;
}

/** What is wrong in a form, with a link to each field (the error summary of the NHS design system). */
export function ErrorSummary({ ref, fields, message: text = null }: ErrorSummaryProps) {
  const titleId = useId();
  if (fields.length === 0) return null;
  return (
    <section ref={ref} tabIndex={-1} aria-labelledby={titleId}>
      <Notice tone="error">
        <h2 id={titleId} className="font-semibold">
          {strings.problem}
        </h2>
        {text === null ? null : <p>{text}</p>}
        <ul className="mt-1">
          {fields.map(({ id, message }) => (
            <li key={id}>
              <a
                href={`#${id}`}
                onClick={(event) => {
                  event.preventDefault();
                  focusField(id);
                }}
                className="text-link inline-block py-0.5"
              >
                {message}
              </a>
            </li>
          ))}
        </ul>
      </Notice>
    </section>
  );
}
