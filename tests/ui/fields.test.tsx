import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { describe, expect, it, test, vi } from 'vitest';
import { RetryNotice } from '@/ui/feedback/notice';
import { Button } from '@/ui/form/button';
import { Checkbox, Field, Select, TextArea, TextInput, type TextInputProps } from '@/ui/form/field';
import { PasswordInput } from '@/ui/form/password-input';
import { SearchInput } from '@/ui/form/search-input';

test('a password can be shown and hidden again, and what was typed stays', async () => {
  const user = userEvent.setup();
  render(
    <Field label="Password">
      <PasswordInput />
    </Field>,
  );
  const input = screen.getByLabelText('Password');
  await user.type(input, 'Str0ng!pass');
  expect(input).toHaveAttribute('type', 'password');
  await user.click(screen.getByRole('button', { name: 'Show' }));
  expect(input).toHaveAttribute('type', 'text');
  await user.click(screen.getByRole('button', { name: 'Hide' }));
  expect(input).toHaveAttribute('type', 'password');
  expect(input).toHaveValue('Str0ng!pass');
});

test('a password can be pasted', async () => {
  const user = userEvent.setup();
  render(<PasswordInput aria-label="Password" />);
  await user.click(screen.getByLabelText('Password'));
  await user.paste('Str0ng!pass');
  expect(screen.getByLabelText('Password')).toHaveValue('Str0ng!pass');
});

test('caps lock is pointed out while it is on, and no longer', () => {
  render(<PasswordInput aria-label="Password" />);
  const input = screen.getByLabelText('Password');
  fireEvent.keyDown(input, { key: 'A', modifierCapsLock: true });
  expect(screen.getByText('Caps lock is on.')).toBeVisible();
  expect(input).toHaveAccessibleDescription('Caps lock is on.');
  fireEvent.keyUp(input, { key: 'CapsLock', modifierCapsLock: false });
  expect(screen.queryByText('Caps lock is on.')).not.toBeInTheDocument();
});

test('a field ties its label, hint and error to the control', () => {
  render(
    <Field label="Phone" hint="Include the country code" error="Invalid phone number" required>
      <TextInput />
    </Field>,
  );
  const input = screen.getByLabelText('Phone');
  expect(input).toBeInvalid();
  expect(input).toBeRequired();
  expect(input).toHaveAccessibleDescription('Invalid phone number Include the country code');
});

describe('a field', () => {
  it.each([
    [{}, ' Zoe\u0308\u200b  Quill ', 'Zoë Quill'],
    [{ type: 'email' }, 'Ada <mailto:ada@clinic.example>,', 'ada@clinic.example'],
    [{ inputMode: 'email' }, '"ada@clinic.example"', 'ada@clinic.example'],
    [{ type: 'tel' }, 'tel:+44 (0)20 7946 0958 x5', '+44 20 7946 0958'],
    [{ inputMode: 'tel' }, '(617) 555-0123 ext. 5', '(617) 555-0123'],
    [{ inputMode: 'numeric' }, '٣٤', '34'],
    [{ type: 'url' }, '\u2066https://meet.example.com/a\u2069', 'https://meet.example.com/a'],
  ] as const)(
    'of the kind %j shows %j as it is sent once it is left or Enter is pressed',
    async (kind, typed, displayed) => {
      const user = userEvent.setup();
      for (const leave of [() => user.tab(), () => user.keyboard('{Enter}')]) {
        const { values, unmount } = renderField(kind);
        await user.click(screen.getByLabelText('Field'));
        await user.paste(typed);
        await leave();
        expect(screen.getByLabelText('Field')).toHaveValue(displayed);
        expect(values.at(-1)).toBe(displayed);
        unmount();
      }
    },
  );

  it('leaves a text alone that the user has not changed', async () => {
    const user = userEvent.setup();
    const { values } = renderField({ type: 'tel', defaultValue: '617-555-0123 ext. 5' });
    await user.click(screen.getByLabelText('Field'));
    await user.tab();
    expect(screen.getByLabelText('Field')).toHaveValue('617-555-0123 ext. 5');
    expect(values).toEqual([]);
  });

  it('of several lines keeps them', async () => {
    const user = userEvent.setup();
    render(<TextArea aria-label="Field" />);
    await user.click(screen.getByLabelText('Field'));
    await user.paste(' Ring\u200b twice.\nThen  wait.');
    await user.tab();
    expect(screen.getByLabelText('Field')).toHaveValue('Ring twice.\nThen wait.');
  });
});

/** Renders a field of a form; `values` are those that the form had. */
function renderField(props: TextInputProps) {
  const values: unknown[] = [];
  function Form() {
    const { register, subscribe } = useForm<{ field: string }>();
    useEffect(
      () => subscribe({ formState: { values: true }, callback: (form) => values.push(form.values.field) }),
      [subscribe],
    );
    return <TextInput aria-label="Field" {...props} {...register('field')} />;
  }
  return { ...render(<Form />), values };
}

function ClinicForm({ onSave }: { onSave: (values: object) => void }) {
  const { register, handleSubmit, formState } = useForm({
    defaultValues: { name: '', size: '', terms: false },
  });
  return (
    <form noValidate onSubmit={handleSubmit(onSave)}>
      <Field label="Name" error={formState.errors.name?.message}>
        <TextInput {...register('name', { required: 'Please enter a name' })} />
      </Field>
      <Field label="Size">
        <Select placeholder="Choose" options={[{ value: '1-50', label: '1-50' }]} {...register('size')} />
      </Field>
      <Checkbox label="I agree" {...register('terms')} />
      <Button type="submit">Save</Button>
    </form>
  );
}

test('the inputs work with react-hook-form: the first invalid one gets the focus, values arrive', async () => {
  const user = userEvent.setup();
  const onSave = vi.fn();
  render(<ClinicForm onSave={(values) => onSave(values)} />);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Please enter a name')).toBeVisible();
  expect(screen.getByLabelText('Name')).toHaveFocus();

  await user.type(screen.getByLabelText('Name'), 'Oak & Ivy');
  await user.selectOptions(screen.getByLabelText('Size'), '1-50');
  await user.click(screen.getByLabelText('I agree'));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await vi.waitFor(() =>
    expect(onSave).toHaveBeenCalledWith({ name: 'Oak & Ivy', size: '1-50', terms: true }),
  );
});

test('a search is cleared by its button and by Escape, and the box keeps the focus', async () => {
  function Search() {
    const [value, setValue] = useState('');
    return <SearchInput label="Search" value={value} onValueChange={setValue} />;
  }
  const user = userEvent.setup();
  render(<Search />);
  const box = screen.getByRole('searchbox', { name: 'Search' });
  await user.type(box, 'ana');
  await user.click(screen.getByRole('button', { name: 'Clear search' }));
  expect(box).toHaveValue('');
  expect(box).toHaveFocus();
  await user.type(box, 'bo{Escape}');
  expect(box).toHaveValue('');
});

test('a key appears in the search box before the list it searches for is rendered', async () => {
  const Results = lazy(() => new Promise<never>(() => undefined));
  function Search() {
    const [value, setValue] = useState('');
    return (
      <Suspense>
        <SearchInput label="Search" value={value} onValueChange={setValue} />
        {value === '' ? 'everybody' : <Results />}
      </Suspense>
    );
  }
  const user = userEvent.setup();
  render(<Search />);
  await user.type(screen.getByRole('searchbox'), 'ana');
  expect(screen.getByRole('searchbox')).toHaveValue('ana');
  expect(screen.getByText('everybody')).toBeVisible();
});

test('a busy button announces it, cannot be pressed twice, and gets its focus back', async () => {
  const user = userEvent.setup();
  const onClick = vi.fn();
  const button = (busy: boolean) => (
    <Button busy={busy} busyLabel="Saving..." onClick={onClick}>
      Save
    </Button>
  );
  const { rerender } = render(button(false));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  rerender(button(true));
  expect(screen.getByRole('button', { name: 'Saving...' })).toBeDisabled();
  await user.click(screen.getByRole('button', { name: 'Saving...' }));
  expect(onClick).toHaveBeenCalledOnce();
  loseFocus();
  rerender(button(false));
  expect(screen.getByRole('button', { name: 'Save' })).toHaveFocus();
});

/** Browsers move the focus away from a disabled button and jsdom doesn't, so an element that is removed takes it. */
function loseFocus(): void {
  const passing = document.body.appendChild(document.createElement('input'));
  passing.focus();
  passing.remove();
  expect(document.body).toHaveFocus();
}

describe('a retry that works and is removed', () => {
  const page = (retrying: boolean | null) => (
    <main>
      <h1>Patients</h1>
      {retrying === null ? null : (
        <RetryNotice retrying={retrying} onRetry={() => undefined}>
          Not loaded
        </RetryNotice>
      )}
    </main>
  );

  test('moves the focus to the heading if it was pressed', async () => {
    const { rerender } = render(page(false));
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    rerender(page(true));
    loseFocus();
    rerender(page(null));
    expect(screen.getByRole('heading', { name: 'Patients' })).toHaveFocus();
  });

  test('leaves the focus alone if it was made in the background', () => {
    const { rerender } = render(page(false));
    rerender(page(true));
    expect(document.body).toHaveFocus();
    rerender(page(null));
    expect(document.body).toHaveFocus();
  });
});
