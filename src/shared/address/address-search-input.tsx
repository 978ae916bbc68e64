import { Autocomplete } from '@base-ui/react/autocomplete';
import { type ReactNode, type Ref, useState } from 'react';
import * as strings from '@/shared/address/strings';
import { useFieldControl } from '@/shared/ui/field-context';
import type { AddressSearch, AddressSuggestion, FoundAddress } from './address-search';
import { addressSearch } from './chosen-address-search';
import { SuggestionList } from './suggestion-list';
import { suggestionWords } from './suggestion-words';
import { useAddressSuggestions } from './use-address-suggestions';

export interface AddressSearchInputProps {
  value: string;
  onChange: (text: string) => void;
  /** A suggestion was chosen; its parts. The input itself already shows it, in one line. */
  onFound: (found: FoundAddress) => void;
  name?: string | undefined;
  onBlur?: (() => void) | undefined;
  ref?: Ref<HTMLInputElement> | undefined;
  placeholder?: string | undefined;
  autoComplete?: string | undefined;
  /** The search of this build, unless a test brings another. */
  search?: AddressSearch | undefined;
}

/**
 * A text field that offers US addresses as one types (DESIGN "Combobox"). Whatever the search does, what was typed
 * stays, and typing by hand always works. Stands inside a Field, which names it.
 */
export function AddressSearchInput({
  value,
  onChange,
  onFound,
  search = addressSearch,
  autoComplete = 'off',
  placeholder = strings.startTyping,
  onBlur,
  ...input
}: AddressSearchInputProps) {
  const { suggestions, ask, resolve, reset } = useAddressSuggestions(search);
  const [wanted, setWanted] = useState(false);
  const open = wanted && ['searching', 'found', 'failed'].includes(suggestions.status);
  const words = suggestionWords(suggestions);

  const choose = async (suggestion: AddressSuggestion) => {
    onChange(inOneLine(suggestion));
    const found = await resolve(suggestion);
    if (found !== null) onFound(found);
  };
  return (
    <Autocomplete.Root
      items={suggestions.items}
      filter={null}
      value={value}
      itemToStringValue={inOneLine}
      // Escape would empty the field, and a chosen address is written by `choose`.
      onValueChange={(text, { reason, event }) => {
        if (reason !== 'input-change') return;
        onChange(text);
        if (isTyped(event)) ask(text);
        else reset();
      }}
      open={open}
      onOpenChange={setWanted}
    >
      <Autocomplete.Input
        {...input}
        {...useFieldControl({})}
        onBlur={({ relatedTarget }) => {
          onBlur?.();
          // Whoever goes on to the next field has found what they need; a press on the list leaves nothing for another field.
          if (relatedTarget instanceof HTMLElement && !relatedTarget.closest('[role=listbox]'))
            setWanted(false);
        }}
        autoComplete={autoComplete}
        placeholder={placeholder}
        className="control"
      />
      <StatusLine visible={suggestions.status === 'unresolved'}>{words}</StatusLine>
      {open ? (
        <SuggestionList suggestions={suggestions} attribution={search.attribution} onChoose={choose} />
      ) : null}
    </Autocomplete.Root>
  );
}

const inOneLine = ({ title, detail }: AddressSuggestion): string =>
  [title, detail].filter(Boolean).join(', ');

/** The browser filled the field in by itself, or a script did: nobody is looking for an address. */
const isTyped = (event: Event): boolean =>
  'inputType' in event && Boolean(event.inputType) && event.inputType !== 'insertReplacementText';

/** Says how the search goes: to screen readers always, to everybody once the list is gone. */
function StatusLine({ visible, children }: { visible: boolean; children: ReactNode }) {
  return (
    <p role="status" className={visible ? 'text-caption text-ink-2' : 'sr-only'}>
      {children}
    </p>
  );
}
