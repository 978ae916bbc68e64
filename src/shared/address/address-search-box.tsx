import { useState } from 'react';
import { Field } from '@/shared/ui/field';
import type { FoundAddress } from './address-search';
import { AddressSearchInput } from './address-search-input';

interface AddressSearchBoxProps {
  onFound: (found: FoundAddress) => void;
}

/** A search box above the fields of an address (SPEC §2 "address modal"); it is empty again once they are filled. */
export function AddressSearchBox({ onFound }: AddressSearchBoxProps) {
  const [text, setText] = useState('');
  return (
    <Field
      label="Search for an address"
      hint="Addresses in the USA. You can also fill in the fields by hand."
    >
      <AddressSearchInput
        value={text}
        onChange={setText}
        onFound={(found) => {
          setText('');
          onFound(found);
        }}
      />
    </Field>
  );
}
