import { Fragment, type ReactNode } from 'react';
import { cx } from '@/ui/cx';
import { Field, TextInput, type TextInputProps } from '@/ui/form/field';
import { type AddressFieldName, addressFieldNames, addressLabels, isAddressFieldRequired } from './address';
import { eachAddressPart } from './address-search';
import { AddressSearchInput, type AddressSearchInputProps } from './address-search-input';
import * as strings from './strings';

interface AddressFieldsProps {
  /** Returns an input's props: react-hook-form's `register`, or a function returning `value` and `onChange`. */
  bind: (name: AddressFieldName) => TextInputProps;
  /** Messages by field, as react-hook-form's `formState.errors` holds them. */
  errors?:
    | Readonly<Partial<Record<AddressFieldName, { readonly message?: string | undefined } | undefined>>>
    | undefined;
  /** Returns a description of a field's value. */
  hint?: ((name: AddressFieldName) => string | undefined) | undefined;
  /** `own`: the user's own address, which the browser may autofill. `off`: another person's. */
  autofill?: 'own' | 'off' | undefined;
  /** An address search, shown above the fields. The fields can always be filled in by hand. */
  search?: ReactNode | undefined;
  /** The control for the street, if it is not a plain text field. */
  street?: ReactNode | undefined;
  /** Fields of the form rendered before Address Line 2, which then shares its row with the last of them. */
  beforeLine2?: ReactNode | undefined;
}

const autofillTokens: Readonly<Record<AddressFieldName, string>> = {
  street: 'address-line1',
  city: 'address-level2',
  postalCode: 'postal-code',
  state: 'address-level1',
  country: 'country-name',
  addressLine2: 'address-line2',
};

/** The six fields of a postal address, in two columns where there is room (SPEC §2). */
export function AddressFields({
  bind,
  errors,
  hint,
  autofill = 'own',
  search,
  street,
  beforeLine2,
}: AddressFieldsProps) {
  const isWide = (name: AddressFieldName) =>
    name === 'street' || (name === 'addressLine2' && beforeLine2 === undefined);
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      {search ? <div className="sm:col-span-full">{search}</div> : null}
      {addressFieldNames.map((name) => (
        <Fragment key={name}>
          {name === 'addressLine2' ? beforeLine2 : null}
          <Field
            label={addressLabels[name]}
            required={isAddressFieldRequired(name)}
            error={errors?.[name]?.message}
            hint={hint?.(name)}
            className={cx(isWide(name) && 'sm:col-span-full')}
          >
            {name === 'street' && street ? (
              street
            ) : (
              <TextInput
                autoComplete={autofill === 'own' ? autofillTokens[name] : 'off'}
                {...(name === 'addressLine2' ? { placeholder: strings.addressLine2Hint } : {})}
                {...bind(name)}
              />
            )}
          </Field>
        </Fragment>
      ))}
    </div>
  );
}

interface OwnAddressFieldsProps extends Pick<AddressFieldsProps, 'bind' | 'errors' | 'hint' | 'beforeLine2'> {
  /** Connects the street to its form, such as react-hook-form's controlled field. */
  street: Pick<AddressSearchInputProps, 'name' | 'value' | 'onChange' | 'onBlur' | 'ref'>;
  /** Called for each part of a chosen address that the form should take over. */
  onPart: (name: AddressFieldName, text: string) => void;
}

/** The user's own address; choosing a street suggestion fills in the other fields (SPEC §2, last paragraph). */
export function OwnAddressFields({ street, onPart, ...fields }: OwnAddressFieldsProps) {
  return (
    <AddressFields
      {...fields}
      autofill="own"
      street={
        <AddressSearchInput
          {...street}
          autoComplete="address-line1"
          onFound={(found) => eachAddressPart(found, onPart)}
        />
      }
    />
  );
}
