import { screen, waitFor } from '@testing-library/react';
import { renderPart } from '@tests/support/app';
import { otherApp } from '@tests/support/other-app';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { AppProvider } from '@/app/app-provider';
import {
  discardDraft,
  draftOf,
  FormDraft,
  storedDraftNames,
  useDraftForm,
  useIsChanged,
} from '@/app/form-draft';
import { authToken } from '@/contract/entities';
import { clearStored, readStored, writeStored } from '@/lib/storage';
import { announce, LiveRegion } from '@/ui/feedback/announce';

const accept = <Values,>(values: Values) => ({ values, errors: {} });

function NameForm({ saved }: { saved: string }) {
  const { form } = useDraftForm('name', accept, { name: saved }, false, false);
  return <input aria-label="Name" {...form.register('name')} />;
}

/** Opens a form with the server's data, and closes it after input; resolves to what the form showed at first. */
function visits(app = otherApp()) {
  return async (saved: string, typed?: string) => {
    const { user, unmount } = renderPart(<NameForm saved={saved} />, app);
    const field = screen.getByLabelText<HTMLInputElement>('Name');
    const initial = field.value;
    if (typed !== undefined) {
      await user.clear(field);
      await user.type(field, typed);
    }
    unmount();
    return initial;
  };
}

it('what was typed is there again when the form is reopened', async () => {
  const visit = visits();
  await visit('Robin', 'Robyn');
  expect(await visit('Robin')).toBe('Robyn');
});

it('what one user typed is not shown to the next user who signs in', async () => {
  const app = otherApp();
  const visit = visits(app);
  /** As after a login in another tab. */
  const signIn = (token: string, account: string) => {
    writeStored('account', account);
    app.session.send({ type: 'TOKEN_FOUND', token: authToken.parse(token), account });
  };
  signIn('token-of-robin', 'robin@clinic.test');
  await visit('Robin', 'Robyn');
  signIn('token-of-ada', 'ada@clinic.test');
  expect(await visit('Robin')).toBe('Robin');
});

describe('a form’s draft', () => {
  const key = 'ada@clinic.test profile';
  const saved = { name: 'Robin', city: 'Boston' };
  function newDraft(values: Readonly<Record<string, string>> = saved) {
    const draft = new FormDraft(key);
    draft.takeOver(values);
    return draft;
  }
  beforeEach(() => clearStored());

  it('has the saved values with the input in their place', () => {
    const draft = newDraft();
    draft.keep({ name: 'Robyn', city: 'Boston' });
    expect(draft.values).toEqual({ name: 'Robyn', city: 'Boston' });
    expect([draft.typed('name'), draft.typed('city')]).toEqual(['Robyn', undefined]);
    expect([draft.saved('name'), draft.saved('street')]).toEqual(['Robin', '']);
    expect([draft.isChanged, draft.hasSaved]).toEqual([true, false]);
    draft.keep({ name: 'Robin', city: 'Boston' });
    expect([draft.isChanged, draft.values]).toEqual([false, saved]);
  });

  it('is stored with what the server had, beside those of other forms, and no longer once it is as saved', () => {
    const other = { lab: { text: 'Puget', base: '' } };
    writeStored('formDrafts', { 'ada@clinic.test lab': other });
    const draft = newDraft();
    draft.keep({ name: 'Robyn', city: 'Boston' });
    const name = { text: 'Robyn', base: 'Robin' };
    expect(readStored('formDrafts')).toEqual({ 'ada@clinic.test lab': other, [key]: { name } });
    expect(new FormDraft(key).typed('name')).toBe('Robyn');
    draft.keep(saved);
    expect(readStored('formDrafts')).toEqual({ 'ada@clinic.test lab': other });
  });

  it('is stored when it changes only: after Logout, a form that still renders stores nothing', () => {
    const draft = newDraft();
    draft.keep({ ...saved, name: 'Robyn' });
    clearStored();
    draft.keep({ ...saved, name: 'Robyn' });
    draft.takeOver({ ...saved, city: 'Salem' });
    expect(readStored('formDrafts')).toEqual({});
  });

  it('takes over what is new in fields without input, and shows that', () => {
    const draft = newDraft();
    const show = vi.fn();
    draft.connect(show);
    draft.keep({ ...saved, name: 'Robyn' });
    draft.takeOver({ name: 'Robert', city: 'Salem' });
    expect(show).toHaveBeenLastCalledWith({ city: 'Salem' });
    expect(draft.values).toEqual({ name: 'Robyn', city: 'Salem' });
    draft.takeOver({ name: 'Robert', city: 'Salem' });
    expect(show).toHaveBeenCalledTimes(1);
    // The form may be in the middle of typing the next word.
    draft.takeOver({ name: 'Robyn ', city: 'Salem' });
    expect(show).toHaveBeenLastCalledWith({});
    expect(draft.isChanged).toBe(false);
  });

  it('keeps what was typed while it was saved', () => {
    const draft = newDraft();
    draft.keep({ name: 'Rob', city: 'Salem' });
    expect(draft.submit()).toEqual(saved);
    draft.keep({ name: 'Robyn', city: 'Salem' });
    draft.save({ name: 'Rob', city: 'Salem' });
    expect(draft.values).toEqual({ name: 'Robyn', city: 'Salem' });
    expect(readStored('formDrafts')[key]).toEqual({ name: { text: 'Robyn', base: 'Rob' } });
    expect(draft.conflicts()).toEqual({});
  });

  it('asks about a field of another user’s that is typed in while it is saved', () => {
    const draft = newDraft();
    draft.keep({ ...saved, city: 'Salem' });
    draft.submit();
    draft.keep({ name: 'Robyn', city: 'Salem' });
    draft.takeOver({ ...saved, name: 'Robert' });
    draft.save({ name: 'Robert', city: 'Salem' });
    expect(draft.conflicts()).toEqual({ name: 'Robert' });
  });

  it.each([
    { title: 'goes back to the earlier value', name: 'Robin' },
    { title: 'types another one', name: 'Robyna' },
  ])('asks about no value of its own where a save had no answer, and the user $title', ({ name }) => {
    const draft = newDraft();
    draft.keep({ ...saved, name: 'Robyn' });
    draft.submit();
    draft.keep({ ...saved, name });
    draft.takeOver({ ...saved, name: 'Robyn' });
    expect([draft.typed('name'), draft.base.name, draft.conflicts()]).toEqual([name, 'Robyn', {}]);
  });

  it('knows what was changed here and elsewhere, until both agree', () => {
    const draft = newDraft();
    const none = draft.conflicts();
    draft.keep({ ...saved, name: 'Robyn' });
    expect(draft.conflicts()).toBe(none);
    draft.takeOver({ ...saved, name: 'Robert' });
    const conflicts = draft.conflicts();
    expect(conflicts).toEqual({ name: 'Robert' });
    draft.takeOver({ name: 'Robert', city: 'Salem' });
    expect(draft.conflicts()).toBe(conflicts);
    draft.keep({ name: 'Robert ', city: 'Salem' });
    expect(draft.conflicts()).toEqual({});
    // Typed again, it is compared with what the server has now.
    draft.keep({ name: 'Robyn', city: 'Salem' });
    expect(draft.conflicts()).toEqual({});
    draft.takeOver({ name: 'Robin', city: 'Salem' });
    draft.keep({ name: 'Robyna', city: 'Salem' });
    expect(draft.conflicts()).toEqual({ name: 'Robin' });
  });

  it('has what the input started from, until the user keeps it although it was changed elsewhere', () => {
    const draft = newDraft();
    draft.keep({ ...saved, name: 'Robyn' });
    draft.takeOver({ name: 'Robert', city: 'Salem' });
    expect(draft.base).toEqual({ name: 'Robin', city: 'Salem' });
    draft.keepMine('name');
    expect([draft.base, draft.conflicts()]).toEqual([{ name: 'Robert', city: 'Salem' }, {}]);
    draft.claim({ name: 'Robyn', city: 'Salem' });
    expect(draft.base).toEqual({ name: 'Robert' });
  });

  it('counts a field as input that was left as it is, if it is to', () => {
    const draft = newDraft();
    draft.keep({ ...saved, name: 'Robyn' });
    draft.takeOver({ ...saved, name: 'Robert' });
    draft.claim({ name: 'Other', city: 'Boston' });
    expect([draft.typed('name'), draft.typed('city')]).toEqual(['Robyn', 'Boston']);
    draft.takeOver({ name: 'Robert', city: 'Salem' });
    expect(draft.conflicts()).toEqual({ name: 'Robert', city: 'Salem' });
  });

  it('that was discarded stores nothing more', () => {
    const draft = newDraft();
    draft.keep({ ...saved, name: 'Robyn' });
    draft.discard();
    expect([draft.values, readStored('formDrafts')]).toEqual([saved, {}]);
    draft.keep({ ...saved, name: 'Robyn' });
    expect([draft.values, readStored('formDrafts')]).toEqual([saved, {}]);
  });
});

describe('a form with a draft', () => {
  const required = (values: Record<string, string>) => ({
    values,
    errors: values.name === '' ? { name: { type: 'required', message: 'Enter a name.' } } : {},
  });

  function ProfileForm({ name, city, sending = false }: { name: string; city: string; sending?: boolean }) {
    const { form, draft, questionOf } = useDraftForm(
      'profile',
      required as never,
      { name, city },
      sending,
      false,
    );
    const isChanged = useIsChanged(draft);
    const { errors } = form.formState;
    return (
      <form onSubmit={form.handleSubmit(() => undefined)}>
        <input aria-label="Name" {...form.register('name')} />
        <p>{errors.name?.message}</p>
        {questionOf('name')}
        <input aria-label="City" {...form.register('city')} />
        {questionOf('city', { toLabel: (value) => value.toUpperCase() })}
        <p>{isChanged ? 'Unsaved' : 'Saved'}</p>
        <button type="submit">Save</button>
      </form>
    );
  }
  const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
  function open(form: React.ReactNode) {
    const app = otherApp();
    const view = renderPart(form, app);
    const rerender = (next: React.ReactNode) =>
      view.rerender(
        <AppProvider app={app}>
          <MemoryRouter>
            {next}
            <LiveRegion />
          </MemoryRouter>
        </AppProvider>,
      );
    rerender(form);
    return { ...view, rerender };
  }
  beforeEach(() => clearStored());

  it('takes over what was saved elsewhere, except in a field with input, where it asks', async () => {
    const { user, rerender } = open(<ProfileForm name="Robin" city="Boston" />);
    expect(screen.getByText('Saved')).toBeVisible();
    await user.type(field('Name'), 'a');
    expect(screen.getByText('Unsaved')).toBeVisible();
    rerender(<ProfileForm name="Robert" city="Salem" />);
    expect([field('Name').value, field('City').value]).toEqual(['Robina', 'Salem']);
    const question = 'Changed by someone else while you were editing: “Robert”. You have “Robina”.';
    expect(screen.getByText(question)).toBeVisible();
    await user.type(field('Name'), 'b');
    expect(screen.getByText(/You have “Robinab”\.$/)).toBeVisible();
    await user.clear(field('Name'));
    await user.type(field('Name'), 'Robert');
    expect(screen.queryByText(/^Changed by/)).toBeNull();
    expect(screen.getByText('Saved')).toBeVisible();
  });

  it('says so also of a field that was cleared elsewhere, and shows a value by its label', async () => {
    const { user, rerender } = open(<ProfileForm name="Robin" city="Boston" />);
    await user.type(field('Name'), 'a');
    await user.type(field('City'), 's');
    rerender(<ProfileForm name=" " city="Salem" />);
    expect(screen.getByText(/^Changed by .*: blank\. You have “Robina”\.$/)).toBeVisible();
    expect(screen.getByText(/^Changed by .*: “SALEM”\. You have “BOSTONS”\.$/)).toBeVisible();
  });

  it('announces a change elsewhere once', async () => {
    const { user, rerender } = open(<ProfileForm name="Robin" city="Boston" />);
    const announced = () => screen.queryByText(/^A field that you changed was also changed elsewhere\./);
    await user.type(field('Name'), 'a');
    await user.type(field('City'), 's');
    expect(announced()).toBeNull();
    rerender(<ProfileForm name="Robert" city="Boston" />);
    await waitFor(() => expect(announced()).not.toBeNull());
    announce('');
    await waitFor(() => expect(announced()).toBeNull());
    await user.type(field('Name'), 'b');
    rerender(<ProfileForm name="Robert" city="Boston" />);
    announce('Something else');
    expect(await screen.findByText(/^Something else/)).toBeInTheDocument();
    expect(announced()).toBeNull();
    rerender(<ProfileForm name="Robert" city="Salem" />);
    await waitFor(() => expect(announced()).not.toBeNull());
  });

  it('removes the error of a field with the value that was saved elsewhere, and checks no other field', async () => {
    const { user, rerender } = open(<ProfileForm name="" city="Boston" />);
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Enter a name.')).toBeVisible();
    // The error summary gets the focus instead.
    expect(field('Name')).not.toHaveFocus();
    rerender(<ProfileForm name="Robin" city="Boston" />);
    await waitFor(() => expect(screen.queryByText('Enter a name.')).toBeNull());
  });
});

it('the forms with unsaved input are known by name, those of other accounts are not', () => {
  const app = otherApp();
  writeStored('account', 'desk@clinic.test');
  app.session.send({ type: 'TOKEN_FOUND', token: authToken.parse('tok_1'), account: 'desk@clinic.test' });
  const change = { name: { text: 'Robyn', base: 'Robin' } };
  writeStored('formDrafts', { 'desk@clinic.test lab': change, 'other@clinic.test profile': change });
  expect(storedDraftNames(app.store)).toEqual(['lab']);
  expect(draftOf(app.store, 'lab').values).toEqual({ name: 'Robyn' });
  discardDraft(app.store, 'lab');
  expect(storedDraftNames(app.store)).toEqual([]);
  expect(draftOf(app.store, 'lab').isChanged).toBe(false);
});
