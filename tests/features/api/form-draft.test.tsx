import { screen } from '@testing-library/react';
import { renderPart } from '@tests/support/app';
import { expect, it } from 'vitest';
import { authToken } from '@/contract/entities';
import { createApp } from '@/features/api/app';
import { discardDraft, draftOf, FormDraft, storedDraftNames, useDraftForm } from '@/features/api/form-draft';
import { writeStored } from '@/lib/storage';

const accept = <Values,>(values: Values) => ({ values, errors: {} });

function NameForm({ saved }: { saved: string }) {
  const { form } = useDraftForm('name', accept, { name: saved }, false);
  return <input aria-label="Name" {...form.register('name')} />;
}

/** Opens a form with the server's data, and closes it after input; resolves to what the form showed at first. */
function visits(app = createApp()) {
  return async (saved: string, typed?: string) => {
    const { user, unmount } = renderPart(<NameForm saved={saved} />, app);
    const field = screen.getByLabelText<HTMLInputElement>('Name');
    const shown = field.value;
    if (typed !== undefined) {
      await user.clear(field);
      await user.type(field, typed);
    }
    unmount();
    return shown;
  };
}

it('what was typed is there again when the form is reopened', async () => {
  const visit = visits();
  await visit('Robin', 'Robyn');
  expect(await visit('Robin')).toBe('Robyn');
});

it('what was saved while the form was closed does not hide newer data of the server', async () => {
  const visit = visits();
  await visit('Robin', 'Robyn');
  expect(await visit('Robyn')).toBe('Robyn');
  expect(await visit('Robert')).toBe('Robert');
});

it('what one user typed is not shown to the next user who signs in', async () => {
  const app = createApp();
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

it('spaces around what was saved are no unsaved input', () => {
  const draft = new FormDraft('ada@clinic.test name');
  draft.takeOver({ name: 'Robin' });
  draft.keep({ name: ' Robyn ' });
  expect(draft.isChanged).toBe(true);
  draft.save({ name: 'Robyn' });
  draft.keep({ name: ' Robyn ' });
  expect(draft.isChanged).toBe(false);
  draft.takeOver({ name: 'Robert' });
  expect(draft.values).toEqual({ name: 'Robert' });
});

it.each([
  ['spaces around its lines', '1 Pier \n  Seattle', '1 Pier\nSeattle', false],
  ['other lines', '1 Pier Seattle', '1 Pier\nSeattle', true],
])('a text of several lines with %s: unsaved %s', (_, typed, saved, isChanged) => {
  const draft = new FormDraft('a form');
  draft.takeOver({ address: saved });
  draft.keep({ address: typed });
  expect(draft.isChanged).toBe(isChanged);
});

it('the forms with unsaved input are known by name, those of other accounts are not', () => {
  const app = createApp();
  writeStored('account', 'desk@clinic.test');
  app.session.send({ type: 'TOKEN_FOUND', token: authToken.parse('tok_1'), account: 'desk@clinic.test' });
  const change = { name: { text: 'Robyn', base: 'Robin' } };
  writeStored('formDrafts', { 'desk@clinic.test lab': change, 'other@clinic.test profile': change });
  expect(storedDraftNames(app.store)).toEqual(['lab']);
  expect(draftOf(app.store, 'lab').values).toEqual({ name: 'Robyn' });
  discardDraft(app.store, 'lab');
  expect(storedDraftNames(app.store)).toEqual([]);
  expect(draftOf(app.store, 'lab').isChanged).toBe(false);
  app.stop();
});
