import { useState } from 'react';
import * as strings from '@/shared/address/strings';
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
    <Field label={strings.search} hint={strings.searchHint}>
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
