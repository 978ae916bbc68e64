import { fireEvent, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';

/** Fills texts into the fields with these labels, at once: for forms whose typing is not what is tested. */
export async function fillIn(form: HTMLElement, texts: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(texts))
    fireEvent.change(await within(form).findByLabelText(label), { target: { value } });
}

/** Replaces the text of a field. */
export async function retype(user: UserEvent, field: HTMLElement, text: string): Promise<void> {
  await user.clear(field);
  if (text !== '') await user.paste(text);
}
