import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import type { AddressSearch, AddressSuggestion, FullAddress } from '@/lib/address/address-search';
import { gazetteer } from '@/lib/address/gazetteer';
import { Dialog } from '@/ui/dialog/dialog';
import { AddressSearchBox, AddressSearchInput } from '@/ui/form/address-fields';
import { Field } from '@/ui/form/field';

interface StreetProps {
  search: AddressSearch;
  onPick?: (address: FullAddress) => void;
  onSubmit?: () => void;
}

function Street({ search, onPick = () => undefined, onSubmit = () => undefined }: StreetProps) {
  const [street, setStreet] = useState('');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <Field label="Street">
        <AddressSearchInput value={street} onChange={setStreet} onPick={onPick} search={search} isStreet />
      </Field>
      <button type="submit">Save</button>
    </form>
  );
}

/** The real search with some methods replaced. */
const searchWith = (changed: Partial<AddressSearch>): AddressSearch => ({ ...gazetteer, ...changed });

const show = (props: StreetProps) => {
  render(<Street {...props} />);
  return { user: userEvent.setup(), street: screen.getByRole('combobox', { name: 'Street' }) };
};

const statusText = () => screen.getByRole('status').textContent;
const optionTexts = () => screen.queryAllByRole('option').map((option) => option.textContent);

describe('an address field with a search', () => {
  it('offers addresses while the user types, and announces how many', async () => {
    const { user, street } = show({ search: gazetteer });
    expect(street).toHaveAttribute('aria-expanded', 'false');
    await user.type(street, '12 pine bos');
    await waitFor(() => expect(optionTexts()).toEqual(['12 Pine StreetBoston, MA 02108']));
    expect(statusText()).toBe('1 address found.');
    expect(street).toHaveAttribute('aria-expanded', 'true');
    await user.clear(street);
    await user.type(street, 'pine');
    await waitFor(() => expect(statusText()).toBe('5 addresses found.'));
  });

  it('offers them where an extension has put an element around the field', async () => {
    const { user, street } = show({ search: gazetteer });
    const wrapper = document.createElement('foreign-wrapper');
    street.replaceWith(wrapper);
    wrapper.append(street);
    await user.type(street, 'pine');
    await waitFor(() => expect(statusText()).toBe('5 addresses found.'));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(optionTexts()).toEqual([]));
  });

  it('closes its list when the user moves to the next field, with or without a match', async () => {
    const { user, street } = show({ search: gazetteer });
    await user.type(street, '99 nowhere at all');
    await waitFor(() => expect(street).toHaveAttribute('aria-expanded', 'true'));
    await waitFor(() => expect(statusText()).toMatch(/^No address/));
    await user.tab();
    expect(screen.getByRole('button', { name: 'Save' })).toHaveFocus();
    await waitFor(() => expect(street).toHaveAttribute('aria-expanded', 'false'));
    expect(street).toHaveValue('99 nowhere at all');
  });

  it('is worked by keys alone: arrows choose, Enter takes, and the form is not sent', async () => {
    const onPick = vi.fn();
    const onSubmit = vi.fn();
    const { user, street } = show({ search: gazetteer, onPick, onSubmit });
    await user.type(street, '12 pine boston');
    await screen.findByRole('option');
    await user.keyboard('{ArrowDown}');
    expect(street).toHaveAttribute('aria-activedescendant', screen.getByRole('option').id);
    await user.keyboard('{Enter}');
    await waitFor(() => expect(onPick).toHaveBeenCalledTimes(1));
    expect(onPick).toHaveBeenCalledWith({
      formatted: '12 Pine Street, Boston, MA 02108, United States',
      street: '12 Pine Street',
      city: 'Boston',
      state: 'MA',
      country: 'United States',
      postalCode: '02108',
    });
    expect(onSubmit).not.toHaveBeenCalled();
    expect(optionTexts()).toEqual([]);
  });

  it('sends the form on Enter where nothing is chosen', async () => {
    const onSubmit = vi.fn();
    const { user, street } = show({ search: gazetteer, onSubmit });
    await user.type(street, '12 pine boston');
    await screen.findByRole('option');
    await user.keyboard('{Enter}');
    expect(onSubmit).toHaveBeenCalledTimes(1);
    expect(street).toHaveValue('12 pine boston');
  });

  it('closes the list on Escape and keeps what was typed, also on a second Escape', async () => {
    const { user, street } = show({ search: gazetteer });
    await user.type(street, '12 pine');
    await screen.findAllByRole('option');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(optionTexts()).toEqual([]));
    await user.keyboard('{Escape}');
    expect(street).toHaveValue('12 pine');
  });

  it('keeps what was typed on Escape where there is no list', async () => {
    const { user, street } = show({ search: gazetteer });
    await user.type(street, '12');
    await user.keyboard('{Escape}');
    expect(street).toHaveValue('12');
  });

  it('closes only the list on Escape inside a dialog', async () => {
    const onOpenChange = vi.fn();
    const user = userEvent.setup();
    render(
      <Dialog open onOpenChange={onOpenChange} title="Address">
        <Street search={gazetteer} />
      </Dialog>,
    );
    await user.type(await screen.findByRole('combobox', { name: 'Street' }), '12 pine');
    await screen.findAllByRole('option');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(optionTexts()).toEqual([]));
    expect(onOpenChange).not.toHaveBeenCalled();
    await user.keyboard('{Escape}');
    expect(onOpenChange).toHaveBeenCalledWith(false, 'escape-key');
  });

  it('shows as text that it searches, that nothing was found, and that typing by hand works', async () => {
    const { user, street } = show({ search: gazetteer });
    await user.type(street, '1 Rue de Rivoli');
    expect(statusText()).toBe('Searching addresses...');
    await waitFor(() => expect(statusText()).toBe('No addresses found. Type the address instead.'));
    expect(street).toHaveValue('1 Rue de Rivoli');
  });

  it('shows that the search does not answer, and searches again at the next letter', async () => {
    const suggest = vi.fn(gazetteer.suggest).mockRejectedValueOnce(new Error('offline'));
    const { user, street } = show({ search: searchWith({ suggest }) });
    // Pasted at once: on a busy machine the search would run between two letters, and only its first response fails.
    await user.click(street);
    await user.paste('12 pin');
    await waitFor(() =>
      expect(statusText()).toBe('Address search isn’t responding. Type the address instead.'),
    );
    await user.type(street, 'e');
    expect(await screen.findAllByRole('option')).not.toEqual([]);
    expect(street).toHaveValue('12 pine');
  });

  it('keeps the chosen line, and asks the user for the rest, if its parts cannot be loaded', async () => {
    const resolve = vi.fn(gazetteer.resolve).mockRejectedValueOnce(new Error('offline'));
    const onPick = vi.fn();
    const { user, street } = show({ search: searchWith({ resolve }), onPick });
    await user.type(street, '12 pine boston');
    await user.click(await screen.findByRole('option'));
    await waitFor(() =>
      expect(statusText()).toBe('We couldn’t look up this address. Fill in the rest yourself.'),
    );
    expect(street).toHaveValue('12 Pine Street');
    expect(onPick).not.toHaveBeenCalled();
  });

  it('asks once for what is typed in one go, in one session, and in a new one after a choice', async () => {
    const suggest = vi.fn(gazetteer.suggest);
    const { user, street } = show({ search: searchWith({ suggest }) });
    await user.click(street);
    await user.paste('12 pine boston');
    await user.click(await screen.findByRole('option'));
    await user.clear(street);
    await user.paste('9 elm denver');
    await screen.findByRole('option', { name: /Denver/ });
    expect(suggest.mock.calls.map(([text]) => text)).toEqual(['12 pine boston', '9 elm denver']);
    const [first, second] = suggest.mock.calls.map(([, session]) => session);
    expect(second).not.toBe(first);
  });

  it('lets an address that comes late change nothing that was typed meanwhile', async () => {
    let answer: (address: FullAddress) => void = () => undefined;
    const late = (_: AddressSuggestion) =>
      new Promise<FullAddress>((resolve) => {
        answer = resolve;
      });
    const onPick = vi.fn();
    const { user, street } = show({ search: searchWith({ resolve: late }), onPick });
    await user.type(street, '12 pine boston');
    await user.click(await screen.findByRole('option'));
    await user.clear(street);
    await user.type(street, '99');
    answer({ formatted: 'late', street: 'late', city: '', state: '', country: '', postalCode: '' });
    await waitFor(() => expect(street).toHaveValue('99'));
    expect(onPick).not.toHaveBeenCalled();
  });

  it('does not search for two letters', async () => {
    const suggest = vi.fn(gazetteer.suggest);
    const { user, street } = show({ search: searchWith({ suggest }) });
    await user.type(street, '12');
    expect(statusText()).toBe('');
    expect(suggest).not.toHaveBeenCalled();
  });

  it('names the source of the suggestions where the service asks for it', async () => {
    const { user, street } = show({ search: searchWith({ attribution: 'Powered by Google' }) });
    await user.type(street, '12 pine');
    expect(await screen.findByText('Powered by Google')).toBeVisible();
  });
});

describe('a search box above address fields', () => {
  const showBox = () => {
    const onSubmit = vi.fn();
    const onPick = vi.fn();
    render(
      <form onSubmit={onSubmit}>
        <AddressSearchBox onPick={onPick} />
        <button type="submit">Done</button>
      </form>,
    );
    return { user: userEvent.setup(), onSubmit, onPick, box: screen.getByRole('combobox') };
  };

  it('shows on Enter that nothing was found, keeps what was typed, and does not send the form', async () => {
    const { user, onSubmit, box } = showBox();
    await user.type(box, '99 nowhere at all');
    await waitFor(() => expect(statusText()).toMatch(/^No address/));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(box).toHaveAttribute('aria-expanded', 'false'));
    await user.keyboard('{Enter}');
    await waitFor(() => expect(box).toHaveAttribute('aria-expanded', 'true'));
    await user.keyboard('{Enter}');
    expect(box).toHaveAttribute('aria-expanded', 'true');
    expect(statusText()).toMatch(/^No address/);
    expect(box).toHaveValue('99 nowhere at all');
    expect(onSubmit).not.toHaveBeenCalled();
  });

  it('takes the highlighted address on Enter', async () => {
    const { user, onSubmit, onPick, box } = showBox();
    await user.type(box, '12 pine boston');
    await screen.findByRole('option');
    await user.keyboard('{ArrowDown}{Enter}');
    await waitFor(() => expect(onPick).toHaveBeenCalledOnce());
    expect(box).toHaveValue('');
    expect(onSubmit).not.toHaveBeenCalled();
  });
});
