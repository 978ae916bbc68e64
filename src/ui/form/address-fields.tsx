import { Autocomplete } from '@base-ui/react/autocomplete';
import { MapPin } from 'lucide-react';
import {
  Fragment,
  type ReactElement,
  type ReactNode,
  type Ref,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import {
  type AddressFieldName,
  addressFieldNames,
  addressLabels,
  isAddressFieldRequired,
} from '@/lib/address/address';
import {
  type AddressSearch,
  type AddressSession,
  type AddressSuggestion,
  eachAddressPart,
  type FullAddress,
  loadedOnDemand,
  minSearchLength,
  newAddressSession,
} from '@/lib/address/address-search';
import * as strings from '@/lib/address/strings';
import { config } from '@/lib/config';
import { useMergedRef } from '@/lib/hooks';
import { report } from '@/lib/report';
import { cx } from '@/ui/cx';
import { Spinner } from '@/ui/form/button';
import { Field, TextInput, type TextInputProps, useFieldControl } from '@/ui/form/field';

/** Debounce in milliseconds: the user does not need a result for every letter. */
const pause = 200;

interface Suggestions {
  /** `unresolved`: an address was chosen, but its parts could not be fetched. */
  readonly status: 'idle' | 'searching' | 'found' | 'failed' | 'unresolved';
  /** The previous items stay until new ones arrive, so that the list does not flicker. */
  readonly items: readonly AddressSuggestion[];
}

const idle: Suggestions = { status: 'idle', items: [] };

/** Suggestions for the typed text, with one request at a time. */
function useAddressSuggestions(search: AddressSearch) {
  const [suggestions, setSuggestions] = useState(idle);
  const session = useRef<AddressSession | null>(null);
  const running = useRef<AbortController | null>(null);

  const stop = useCallback(() => {
    running.current?.abort();
    running.current = null;
  }, []);
  useEffect(() => stop, [stop]);

  /** Aborts the previous request, so that its result is ignored. */
  const restart = (): AbortSignal => {
    stop();
    running.current = new AbortController();
    return running.current.signal;
  };

  const ask = (text: string): void => {
    const signal = restart();
    const query = text.trim();
    if (query.length < minSearchLength) {
      setSuggestions(idle);
      return;
    }
    setSuggestions(({ items }) => ({ status: 'searching', items }));
    session.current ??= newAddressSession();
    const { current } = session;
    afterPause(signal, async () => {
      try {
        const items = await search.suggest(query, current, signal);
        if (!signal.aborted) setSuggestions({ status: 'found', items });
      } catch (error) {
        if (signal.aborted) return;
        report('the address search failed', { error: String(error) });
        setSuggestions({ status: 'failed', items: [] });
      }
    });
  };

  /** The parts of the chosen suggestion; null if they can't be fetched or the user typed on meanwhile. */
  const resolve = async (suggestion: AddressSuggestion): Promise<FullAddress | null> => {
    const signal = restart();
    session.current = null;
    setSuggestions(idle);
    try {
      const address = await search.resolve(suggestion);
      return signal.aborted ? null : address;
    } catch (error) {
      report('an address could not be resolved', { error: String(error) });
      if (!signal.aborted) setSuggestions({ status: 'unresolved', items: [] });
      return null;
    }
  };

  /** Clears the suggestions. */
  const reset = useCallback(() => {
    stop();
    setSuggestions(idle);
  }, [stop]);

  return { suggestions, ask, resolve, reset };
}

function afterPause(signal: AbortSignal, go: () => Promise<void>): void {
  const timer = setTimeout(() => void go(), pause);
  signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
}

/**
 * With an API key, uses the maps service; without one, the offline gazetteer (§Notes "Places"). Neither is loaded
 * before the user types an address.
 */
function chooseAddressSearch(googleMapsApiKey: string | undefined): AddressSearch {
  if (googleMapsApiKey === undefined) {
    return loadedOnDemand(null, async () => (await import('@/lib/address/gazetteer')).gazetteer);
  }
  return loadedOnDemand(strings.attribution, async () => {
    const { createGooglePlaces, loadGooglePlaces } = await import('@/lib/address/google-places');
    return createGooglePlaces(() => loadGooglePlaces(googleMapsApiKey));
  });
}

/** The address search of this build. */
const addressSearch: AddressSearch = chooseAddressSearch(config.googleMapsApiKey);

/** The status of a search as text; empty when there is nothing to show. */
function suggestionText({ status, items }: Suggestions): string {
  switch (status) {
    case 'idle':
      return '';
    case 'searching':
      return strings.searching;
    case 'failed':
      return strings.noAnswer;
    case 'unresolved':
      return strings.unresolved;
    case 'found':
      return items.length === 0 ? strings.noneFound : strings.addressCount(items.length);
  }
}

interface SuggestionListProps {
  suggestions: Suggestions;
  attribution: string | null;
  onChoose: (suggestion: AddressSuggestion) => void;
}

/** The list under an address search, or the status of the search when there are no items. */
function SuggestionList({ suggestions, attribution, onChoose }: SuggestionListProps) {
  const { status, items } = suggestions;
  return (
    <Autocomplete.Portal>
      <Autocomplete.Positioner side="bottom" align="start" sideOffset={6} className="z-50 outline-none">
        {/* Not Base UI's Popup, which hides the rest of the page from screen readers while open. */}
        <div
          aria-busy={status === 'searching' || undefined}
          className="menu-popup max-h-[min(22rem,var(--available-height))] w-(--anchor-width) overflow-y-auto overscroll-contain"
        >
          {items.length === 0 ? (
            // Screen readers get the same text from the status line.
            <p aria-hidden="true" className="flex items-center gap-2 px-3 py-2.5 text-sm text-ink-2">
              {status === 'searching' ? <Spinner /> : null}
              <span>{suggestionText(suggestions)}</span>
            </p>
          ) : null}
          <Autocomplete.List aria-label={strings.suggestions} className="outline-none data-empty:hidden">
            {(suggestion: AddressSuggestion) => (
              <Autocomplete.Item
                key={suggestion.id}
                value={suggestion}
                className="menu-item"
                onClick={() => onChoose(suggestion)}
              >
                <MapPin aria-hidden="true" className="size-4 shrink-0 text-ink-3" />
                <span className="min-w-0">
                  <span className="block font-semibold">{suggestion.title}</span>
                  <span className="block text-caption text-ink-2">{suggestion.detail}</span>
                </span>
              </Autocomplete.Item>
            )}
          </Autocomplete.List>
          {attribution === null || items.length === 0 ? null : (
            <p className="px-3 pt-1 pb-1.5 text-end text-caption text-ink-2">{attribution}</p>
          )}
        </div>
      </Autocomplete.Positioner>
    </Autocomplete.Portal>
  );
}

export interface AddressSearchInputProps {
  value: string;
  onChange: (text: string) => void;
  /** Called with the parts of a chosen suggestion. The input already shows it. */
  onPick: (address: FullAddress) => void;
  name?: string | undefined;
  onBlur?: (() => void) | undefined;
  ref?: Ref<HTMLInputElement> | undefined;
  placeholder?: string | undefined;
  autoComplete?: string | undefined;
  /** The input is the street of an address: it takes only the street line of a suggestion. */
  isStreet?: boolean | undefined;
  /** Only for searching: without a highlighted suggestion, Enter shows the suggestions and does not send the form. */
  searchOnly?: boolean | undefined;
  /** Defaults to this build's search; tests pass another one. */
  search?: AddressSearch | undefined;
}

/**
 * A text field that suggests US addresses while the user types (§Design "Combobox"). The typed text stays if the search
 * fails, and an address can always be typed by hand. Use inside a Field, which labels it.
 */
export function AddressSearchInput({
  value,
  onChange,
  onPick,
  search = addressSearch,
  autoComplete = 'off',
  placeholder = strings.startTyping,
  isStreet = false,
  searchOnly = false,
  onBlur,
  ref,
  ...input
}: AddressSearchInputProps) {
  const own = useRef<HTMLInputElement>(null);
  const merged = useMergedRef(own, ref);
  // Before hydration, what is typed is in the field only, and the first update replaces it.
  const typedEarly = useRef('');
  useLayoutEffect(() => {
    typedEarly.current = own.current?.value ?? '';
  }, []);
  const reportTyped = useEffectEvent(() => {
    // The form listens once all of it is mounted.
    if (value === '' && typedEarly.current !== '') queueMicrotask(() => onChange(typedEarly.current));
  });
  useEffect(() => reportTyped(), []);
  const { suggestions, ask, resolve, reset } = useAddressSuggestions(search);
  const [wantsSuggestions, setWantsSuggestions] = useState(false);
  const open = wantsSuggestions && ['searching', 'found', 'failed'].includes(suggestions.status);
  const statusText = suggestionText(suggestions);

  const choose = async (suggestion: AddressSuggestion) => {
    onChange(isStreet ? suggestion.title : inOneLine(suggestion));
    const address = await resolve(suggestion);
    if (address !== null) onPick(address);
  };
  return (
    <Autocomplete.Root
      items={suggestions.items}
      filter={null}
      value={value}
      itemToStringValue={inOneLine}
      // Escape would clear the field, and `choose` writes a chosen address.
      onValueChange={(text, { reason, event }) => {
        if (reason !== 'input-change') return;
        onChange(text);
        if (isTyped(event)) ask(text);
        else reset();
      }}
      open={open}
      onOpenChange={setWantsSuggestions}
      inputRef={notStored}
    >
      <Autocomplete.Input
        {...input}
        {...useFieldControl({})}
        ref={merged}
        // Base UI inserts a button before it, which fails where an extension has put an element around the field.
        render={(control) => (
          <div className="contents">
            <input {...control} />
          </div>
        )}
        onBlur={({ relatedTarget }) => {
          onBlur?.();
          // Moving focus to another field closes the list; a press on the list does not.
          if (relatedTarget instanceof HTMLElement && !relatedTarget.closest('[role=listbox]'))
            setWantsSuggestions(false);
        }}
        onKeyDown={(event) => {
          const isHighlighted = event.currentTarget.hasAttribute('aria-activedescendant');
          if (!searchOnly || event.key !== 'Enter' || isHighlighted) return;
          event.preventDefault();
          // Base UI would close the list.
          event.preventBaseUIHandler();
          setWantsSuggestions(true);
        }}
        autoComplete={autoComplete}
        placeholder={placeholder}
        className="control"
      />
      <StatusLine visible={suggestions.status === 'unresolved'}>{statusText}</StatusLine>
      {open ? (
        <SuggestionList suggestions={suggestions} attribution={search.attribution} onChoose={choose} />
      ) : null}
    </Autocomplete.Root>
  );
}

/** For Base UI's hidden copy of the input, which browsers would add to their form history. */
const notStored = (copy: HTMLInputElement | null) => copy?.setAttribute('autocomplete', 'off');

const inOneLine = ({ title, detail }: AddressSuggestion): string =>
  [title, detail].filter(Boolean).join(', ');

/** False when the browser autofilled the field or a script changed it: the user is not searching. */
const isTyped = (event: Event): boolean =>
  'inputType' in event && Boolean(event.inputType) && event.inputType !== 'insertReplacementText';

/** Announces the search status to screen readers; visible to everyone once the list is closed. */
function StatusLine({ visible, children }: { visible: boolean; children: ReactNode }) {
  return (
    <p role="status" className={visible ? 'text-caption text-ink-2' : 'sr-only'}>
      {children}
    </p>
  );
}

interface AddressSearchBoxProps {
  onPick: (address: FullAddress) => void;
}

/** A search box above the address fields (§2 "address modal"). It is cleared once the fields are filled. */
export function AddressSearchBox({ onPick }: AddressSearchBoxProps) {
  const [text, setText] = useState('');
  return (
    <Field label={strings.search} hint={strings.searchHint}>
      <AddressSearchInput
        value={text}
        searchOnly
        onChange={setText}
        onPick={(address) => {
          setText('');
          onPick(address);
        }}
      />
    </Field>
  );
}

interface AddressFieldsProps {
  /** Returns an input's props: react-hook-form's `register`, or a function returning `value` and `onChange`. */
  bind: (name: AddressFieldName) => TextInputProps;
  /** Messages by field, as react-hook-form's `formState.errors` holds them. */
  errors?:
    | Readonly<Partial<Record<AddressFieldName, { readonly message?: string | undefined } | undefined>>>
    | undefined;
  /** A question about the address, shown above the fields. */
  question?: ReactNode | undefined;
  /** The browser may store the address and fill it in: only for a clinic's, or at sign-up. Default: false. */
  autofill?: boolean | undefined;
  /** An address search, shown above the fields. The fields can always be filled in by hand. */
  search?: ReactNode | undefined;
  /** The control for the street, if it is not a plain text field. */
  street?: ReactNode | undefined;
  /** Fields of the form rendered before Address Line 2, which then shares its row with the last of them. */
  beforeLine2?: ReactElement | undefined;
}

const autofillTokens: Readonly<Record<AddressFieldName, string>> = {
  street: 'address-line1',
  city: 'address-level2',
  postalCode: 'postal-code',
  state: 'address-level1',
  country: 'country-name',
  addressLine2: 'address-line2',
};

/** The six fields of a postal address, in two columns where there is room (§2). */
export function AddressFields({
  bind,
  errors,
  question,
  autofill = false,
  search,
  street,
  beforeLine2,
}: AddressFieldsProps) {
  const isWide = (name: AddressFieldName) =>
    name === 'street' || (name === 'addressLine2' && beforeLine2 === undefined);
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      {search ? <div className="sm:col-span-full">{search}</div> : null}
      {question ? <div className="sm:col-span-full">{question}</div> : null}
      {addressFieldNames.map((name) => (
        <Fragment key={name}>
          {name === 'addressLine2' ? beforeLine2 : null}
          <Field
            label={addressLabels[name]}
            required={isAddressFieldRequired(name)}
            error={errors?.[name]?.message}
            className={cx(isWide(name) && 'sm:col-span-full')}
          >
            {name === 'street' && street ? (
              street
            ) : (
              <TextInput
                autoComplete={autofill ? autofillTokens[name] : 'off'}
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

interface OwnAddressFieldsProps
  extends Pick<AddressFieldsProps, 'bind' | 'errors' | 'question' | 'autofill' | 'beforeLine2'> {
  /** Connects the street to its form, such as react-hook-form's controlled field. */
  street: Pick<AddressSearchInputProps, 'name' | 'value' | 'onChange' | 'onBlur' | 'ref'>;
  /** Called for each part of a chosen address that the form should take over. */
  onPart: (name: AddressFieldName, text: string) => void;
}

/** The user's own address; choosing a street suggestion fills in the other fields (§2, last paragraph). */
export function OwnAddressFields({ street, onPart, ...fields }: OwnAddressFieldsProps) {
  return (
    <AddressFields
      {...fields}
      street={
        <AddressSearchInput
          {...street}
          isStreet
          autoComplete={fields.autofill ? autofillTokens.street : 'off'}
          onPick={(address) => eachAddressPart(address, onPart)}
        />
      }
    />
  );
}
