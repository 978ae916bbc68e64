import { Autocomplete } from '@base-ui/react/autocomplete';
import { MapPin } from 'lucide-react';
import * as strings from '@/shared/address/strings';
import { Spinner } from '@/shared/ui/spinner';
import type { AddressSuggestion } from './address-search';
import { suggestionWords } from './suggestion-words';
import type { Suggestions } from './use-address-suggestions';

interface SuggestionListProps {
  suggestions: Suggestions;
  attribution: string | null;
  onChoose: (suggestion: AddressSuggestion) => void;
}

/** The list under an address search, or how the search stands where it has nothing to list. */
export function SuggestionList({ suggestions, attribution, onChoose }: SuggestionListProps) {
  const { status, items } = suggestions;
  return (
    <Autocomplete.Portal>
      <Autocomplete.Positioner side="bottom" align="start" sideOffset={6} className="z-50 outline-none">
        {/* Not Base UI's Popup: that one hides the rest of the page from screen readers while it is open. */}
        <div
          aria-busy={status === 'searching' || undefined}
          className="menu-popup max-h-[min(22rem,var(--available-height))] w-(--anchor-width) overflow-y-auto overscroll-contain"
        >
          {items.length === 0 ? (
            // Screen readers hear the same words from the status line.
            <p aria-hidden="true" className="flex items-center gap-2 px-3 py-2.5 text-sm text-ink-2">
              {status === 'searching' ? <Spinner /> : null}
              {suggestionWords(suggestions)}
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
