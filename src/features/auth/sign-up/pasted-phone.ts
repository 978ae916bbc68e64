import type { ClipboardEvent } from 'react';
import { providerPhoneMaxLength } from '@/contract';

/** A phone number without spaces and punctuation; a leading plus stays. */
function cleanPhone(typed: string): string {
  const plus = typed.trimStart().startsWith('+') ? '+' : '';
  return plus + typed.replace(/\D/g, '');
}

/**
 * Takes over a paste into a phone field: the browser would cut "+1 (212) 555-0123" at the field's limit before the
 * punctuation is gone (SPEC-NOTES).
 *
 * @returns what the field holds afterwards, at most 15 characters
 */
export function pastedPhone(event: ClipboardEvent<HTMLInputElement>): string {
  event.preventDefault();
  const { value, selectionStart, selectionEnd } = event.currentTarget;
  const before = value.slice(0, selectionStart ?? value.length);
  const after = value.slice(selectionEnd ?? value.length);
  return cleanPhone(before + event.clipboardData.getData('text') + after).slice(0, providerPhoneMaxLength);
}
