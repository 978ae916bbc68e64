import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { focusedErrorSummary, linksIn } from '@tests/support/outcomes';
import { useForm } from 'react-hook-form';
import { expect, test, vi } from 'vitest';
import { Button } from '@/ui/form/button';
import { Field, TextInput } from '@/ui/form/field';
import { ErrorSummary, useErrorSummary } from '@/ui/form/form-errors';

/** Its fields are registered in another order than they have on the page. */
function ClinicForm({ onSave }: { onSave: () => void }) {
  const { register, handleSubmit, formState, reset } = useForm({
    shouldFocusError: false,
    defaultValues: { name: '', city: '' },
  });
  const { errors } = formState;
  const { formElement, errorSummary } = useErrorSummary(formState.submitCount);
  const city = register('city', { required: 'Enter a city.' });
  return (
    <form ref={formElement} noValidate onSubmit={handleSubmit(onSave)}>
      <ErrorSummary {...errorSummary} message="Nothing was saved." />
      <Field label="Name" error={errors.name?.message}>
        <TextInput {...register('name', { required: 'Enter a name.' })} />
      </Field>
      <Field label="City" error={errors.city?.message}>
        <TextInput {...city} />
      </Field>
      <Button type="submit">Save</Button>
      <Button onClick={() => reset()}>Clear</Button>
    </form>
  );
}

function openForm() {
  const onSave = vi.fn();
  render(<ClinicForm onSave={() => onSave()} />);
  const user = userEvent.setup();
  const save = () => user.click(screen.getByRole('button', { name: 'Save' }));
  return { user, save, onSave };
}

const summary = () => screen.queryByRole('region', { name: 'There is a problem' });

test('a rejected form lists its errors in the order on the page, and the list gets the focus', async () => {
  const { save, onSave } = openForm();
  expect(summary()).toBeNull();
  await save();
  const list = await focusedErrorSummary(document.body);
  expect(within(list).getByRole('heading', { name: 'There is a problem' })).toBeVisible();
  expect(within(list).getByRole('alert')).toHaveTextContent('Nothing was saved.');
  expect(linksIn(list)).toEqual(['Enter a name.', 'Enter a city.']);
  expect(onSave).not.toHaveBeenCalled();
});

test('each link leads to its field, by keyboard too, and leaves the address of the page alone', async () => {
  const { user, save } = openForm();
  await save();
  await focusedErrorSummary(document.body);
  await user.tab();
  await user.tab();
  await user.keyboard('{Enter}');
  expect(screen.getByLabelText('City')).toHaveFocus();
  expect(location.hash).toBe('');
});

test('a corrected field leaves the list, and the list goes with the last one', async () => {
  const { user, save, onSave } = openForm();
  await save();
  const list = await focusedErrorSummary(document.body);
  await user.type(screen.getByLabelText('Name'), 'Oak');
  await waitFor(() => expect(linksIn(list)).toEqual(['Enter a city.']));
  expect(screen.getByLabelText('Name')).toHaveFocus();
  await user.type(screen.getByLabelText('City'), 'Boston');
  await waitFor(() => expect(summary()).toBeNull());
  await save();
  await waitFor(() => expect(onSave).toHaveBeenCalledOnce());
  expect(summary()).toBeNull();
});

test('a single invalid field is listed, too, and gets the focus itself', async () => {
  const { user, save } = openForm();
  await user.type(screen.getByLabelText('Name'), 'Oak');
  await save();
  await waitFor(() => expect(screen.getByLabelText('City')).toHaveFocus());
  expect(linksIn(await screen.findByRole('region'))).toEqual(['Enter a city.']);
});

test('each rejected try moves the focus to the list again', async () => {
  const { user, save } = openForm();
  await save();
  await focusedErrorSummary(document.body);
  await user.click(screen.getByLabelText('City'));
  await save();
  await focusedErrorSummary(document.body);
});

test('the list goes with a reset of the form, and comes back with the next rejected try', async () => {
  const { user, save } = openForm();
  await save();
  await focusedErrorSummary(document.body);
  await user.click(screen.getByRole('button', { name: 'Clear' }));
  await waitFor(() => expect(summary()).toBeNull());
  expect(screen.getByRole('button', { name: 'Clear' })).toHaveFocus();
  await save();
  expect(linksIn(await focusedErrorSummary(document.body))).toEqual(['Enter a name.', 'Enter a city.']);
});
