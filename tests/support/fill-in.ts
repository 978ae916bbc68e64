import { within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';

/** Pastes texts into the blank fields with these labels. */
export async function fillIn(
  user: UserEvent,
  form: HTMLElement,
  texts: Readonly<Record<string, string>>,
): Promise<void> {
  for (const [label, text] of Object.entries(texts)) {
    await user.click(await within(form).findByLabelText(label));
    await user.paste(text);
  }
}

/** Replaces the text of a field. */
export async function retype(user: UserEvent, field: HTMLElement, text: string): Promise<void> {
  await user.clear(field);
  if (text !== '') await user.paste(text);
}
