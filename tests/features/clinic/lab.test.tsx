import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { fillIn, retype } from '@tests/support/fill-in';
import { holdAnswers, loseAnswer } from '@tests/support/held-answers';
import { startMockServer } from '@tests/support/mock-server';
import {
  callsTo,
  expectInPage,
  expectToast,
  focusedErrorSummary,
  linksIn,
  toastText,
} from '@tests/support/outcomes';
import { beforeEach, describe, expect, it } from 'vitest';
import { stopApp } from '@/features/api/app';
import { demoLab } from '@/mocks/kitwell/seeds/generate';
import { labTexts, openClinic } from './support';

const adding = 'POST /clinic/add-lab';
const changing = 'PUT /clinic/update-lab';
const server = startMockServer();

const openLab = async () => {
  const view = await openClinic(server, 'Sample Testing Lab');
  await within(view.panel).findByRole('heading', { level: 2 });
  return view;
};

/** SPEC §8 "Lab", written by hand: the server's branch and the provider's message. */
const failuresOfAdding = [
  ['400', 'Error adding lab, please try again later!'],
  ['500', 'Error adding lab, please try again later!'],
  ['wrong-2xx', 'Error adding lab, please try again later!'],
  ['network', 'Server error, please try again later!'],
] as const;
const failuresOfUpdating = [
  ['400', 'Error updating lab, please try again later!'],
  ['500', 'Error updating lab, please try again later!'],
  ['wrong-2xx', 'Error updating lab, please try again later!'],
  ['network', 'Server error, please try again later!'],
] as const;

describe('a clinic without a lab', () => {
  beforeEach(() => server.reset({ preset: 'new-clinic' }));

  it('adds its lab, gets a confirmation, and may update it from then on', async () => {
    const { user, panel } = await openLab();
    expect(within(panel).getByRole('heading', { name: 'Add Lab Data' })).toBeVisible();
    await fillIn(user, panel, labTexts);
    await user.click(within(panel).getByRole('button', { name: 'Save' }));
    await expectToast('Lab added successfully');
    expect(callsTo(server, adding).map(({ request }) => request)).toEqual([
      {
        body: {
          name: 'North Shore Diagnostics',
          labId: '22D0999999',
          phoneNo: '+1 617 555 0142',
          street: '400 Summer Street',
          city: 'Boston',
          postalCode: '02210',
          state: 'MA',
          country: 'USA',
          addressLine2: '',
          instructions: 'Ring at the side door.',
        },
      },
    ]);
    expect(await within(panel).findByRole('heading', { name: 'Update Lab Data' })).toBeVisible();
    await retype(user, within(panel).getByLabelText('City'), 'Salem');
    await user.click(within(panel).getByRole('button', { name: 'Update' }));
    await expectToast('Lab updated successfully');
    expect(server.db.list('labs')).toMatchObject([{ lab_city: 'Salem', lab_name: labTexts['Lab Name'] }]);
  });

  it.each([
    ['Lab Name', 'Enter the lab’s name.'],
    ['Lab Identification Number', 'Enter the lab’s identification number.'],
    ['Phone', 'Enter the lab’s phone number.'],
    ['Street', 'Enter a street address.'],
    ['City', 'Enter a city.'],
    ['Postal Code', 'Enter a postal code.'],
    ['State', 'Enter a state.'],
    ['Country', 'Enter a country.'],
    ['Sample drop-off instructions', 'Enter the sample drop-off instructions.'],
  ] as const)('cannot add it without %s', async (missing, message) => {
    const { user, panel } = await openLab();
    const { [missing]: _, ...rest } = labTexts;
    await fillIn(user, panel, rest);
    await user.click(within(panel).getByRole('button', { name: 'Save' }));
    await expectToast('Please enter all the required fields.');
    await expectInPage(panel, 'Please enter all the required fields.');
    expect(within(panel).getByLabelText(missing)).toHaveFocus();
    expect(within(panel).getByLabelText(missing)).toHaveAccessibleDescription(message);
    expect(callsTo(server, adding)).toEqual([]);
  });

  it('moves the focus to a list of the missing fields, in the order on screen, that leads to each', async () => {
    const { user, panel } = await openLab();
    await fillIn(user, panel, { 'Lab Name': 'a', 'Lab Identification Number': 'b', Phone: 'c' });
    await user.click(within(panel).getByRole('button', { name: 'Save' }));
    const summary = await focusedErrorSummary(panel);
    expect(within(summary).getByText('Please enter all the required fields.')).toBeVisible();
    expect(linksIn(summary)).toEqual([
      'Enter a street address.',
      'Enter a city.',
      'Enter a postal code.',
      'Enter a state.',
      'Enter a country.',
      'Enter the sample drop-off instructions.',
    ]);
    await user.click(within(summary).getByRole('link', { name: 'Enter a street address.' }));
    expect(within(panel).getByLabelText('Street')).toHaveFocus();
  });

  it.each(failuresOfAdding)(
    'reads why it was not added after %s, keeps what was typed, and can try again',
    async (branch, message) => {
      server.set(adding, branch, { times: 1 });
      const { user, panel } = await openLab();
      await fillIn(user, panel, labTexts);
      await user.click(within(panel).getByRole('button', { name: 'Save' }));
      await expectToast(message);
      await expectInPage(panel, message);
      for (const [label, text] of Object.entries(labTexts)) {
        expect(within(panel).getByLabelText(label)).toHaveValue(text);
      }
      await user.click(within(panel).getByRole('button', { name: 'Save' }));
      await expectToast('Lab added successfully');
      expect(await within(panel).findByRole('heading', { name: 'Update Lab Data' })).toBeVisible();
    },
  );

  it('shows it as still being added after a switch to another tab, and sends it once', async () => {
    const answers = holdAnswers(server, { name: 'addLab', operation: adding }, ['ok']);
    const { user, panel } = await openLab();
    await fillIn(user, panel, labTexts);
    await user.click(within(panel).getByRole('button', { name: 'Save' }));
    await user.click(screen.getByRole('tab', { name: 'Profile' }));
    await screen.findByRole('tabpanel', { name: 'Profile' });
    await user.click(screen.getByRole('tab', { name: 'Sample Testing Lab' }));
    const back = await screen.findByRole('tabpanel', { name: 'Sample Testing Lab' });
    expect(await within(back).findByRole('button', { name: 'Saving...' })).toBeDisabled();
    await answers.decided();
    answers.letAllThrough();
    await within(back).findByRole('heading', { name: 'Update Lab Data' });
    expect(await within(back).findByRole('button', { name: 'Update' })).toBeEnabled();
    expect(callsTo(server, adding)).toHaveLength(1);
  });

  it('reads no more that it was not added once it turns out to be there', async () => {
    server.set(adding, 'network', { times: 1 });
    const { user, panel } = await openLab();
    await fillIn(user, panel, labTexts);
    await user.click(within(panel).getByRole('button', { name: 'Save' }));
    await expectInPage(panel, 'Server error, please try again later!');
    // The server processed the call; only its response was lost.
    await server.db.insert('labs', { ...demoLab });
    act(() => void window.dispatchEvent(new Event('online')));
    await within(panel).findByRole('heading', { name: 'Update Lab Data' });
    expect(within(panel).queryByRole('alert')).toBeNull();
    expect(within(panel).getByLabelText('Lab Name')).toHaveValue(labTexts['Lab Name']);
    await user.click(within(panel).getByRole('button', { name: 'Update' }));
    await expectToast('Lab updated successfully');
    await waitFor(() => expect(within(panel).queryByRole('alert')).toBeNull());
  });

  it('counts as added without an answer once it is there, and is updated from then on', async () => {
    loseAnswer(server, 'addLab');
    const { user, panel } = await openLab();
    await fillIn(user, panel, labTexts);
    await user.click(within(panel).getByRole('button', { name: 'Save' }));
    await expectToast('Lab added successfully');
    expect(await within(panel).findByRole('heading', { name: 'Update Lab Data' })).toBeVisible();
    expect(within(panel).queryByRole('alert')).toBeNull();
    expect(within(panel).queryByText(/^We didn’t get a response/)).toBeNull();
    expect(callsTo(server, adding)).toHaveLength(1);
    expect(server.db.list('labs')).toHaveLength(1);
  });

  it('is not added again after a lost answer before it is known to be missing', async () => {
    loseAnswer(server, 'addLab');
    const { user, panel } = await openLab();
    await fillIn(user, panel, labTexts);
    server.set('GET /clinic/fetch-labs', '500');
    await user.click(within(panel).getByRole('button', { name: 'Save' }));
    const unknown = /^We didn’t get a response, so this may or may not have been saved/;
    expect(await within(panel).findByText(unknown)).toBeVisible();
    await user.click(within(panel).getByRole('button', { name: 'Save' }));
    expect(await within(panel).findByText(/so nothing was sent again\./)).toBeVisible();
    expect(callsTo(server, adding)).toHaveLength(1);
    server.set('GET /clinic/fetch-labs', 'ok');
    await retype(user, within(panel).getByLabelText('City'), 'Salem');
    await user.click(within(panel).getByRole('button', { name: 'Save' }));
    expect(await within(panel).findByText(/^Your clinic already has a lab\./)).toBeVisible();
    await user.click(within(panel).getByRole('button', { name: 'Update' }));
    await expectToast('Lab updated successfully');
    expect(server.db.list('labs')).toMatchObject([{ lab_city: 'Salem' }]);
    expect(callsTo(server, adding)).toHaveLength(1);
  });

  it('shows after each press that it could not be checked, and that nothing was sent', async () => {
    server.set(adding, 'ok.lost', { times: 1 });
    const { user, panel } = await openLab();
    await fillIn(user, panel, labTexts);
    server.set('GET /clinic/fetch-labs', '500');
    await user.click(within(panel).getByRole('button', { name: 'Save' }));
    await expectToast('Server error, please try again later!');
    await within(panel).findByText(/you can save them again\.$/);
    const unchecked =
      'We couldn’t check whether this was saved, so nothing was sent again. Your changes are still here: try again.';
    const checks = holdAnswers(server, { name: 'fetchLabs', operation: 'GET /clinic/fetch-labs' }, [
      '500',
      '500',
    ]);
    for (const press of [1, 2]) {
      await user.click(within(panel).getByRole('button', { name: 'Save' }));
      const busy = await within(panel).findByRole('button', { name: 'Saving...' });
      expect(busy, `press ${press}`).toBeDisabled();
      // What screen readers announce must appear again.
      expect(within(panel).queryByRole('alert'), `press ${press}`).toBeNull();
      // The animation that removes a closed toast does not run in jsdom.
      for (const toast of document.querySelectorAll('.Toastify__toast')) fireEvent.animationEnd(toast);
      await waitFor(() => expect(toastText(), `press ${press}`).toEqual([]));
      await act(checks.letThrough);
      await expectToast(unchecked);
      await expectInPage(panel, unchecked);
      expect(within(panel).queryByText(/you can save them again\.$/)).toBeNull();
      await waitFor(() => expect(within(panel).getByRole('button', { name: 'Save' })).toHaveFocus());
    }
    expect(callsTo(server, adding)).toHaveLength(1);
  });

  it('is not added again after a lost answer, even if a try in between was rejected', async () => {
    server.set(adding, 'network', { times: 1 });
    const { user, panel } = await openLab();
    await fillIn(user, panel, labTexts);
    const save = () => user.click(within(panel).getByRole('button', { name: 'Save' }));
    await save();
    await expectInPage(panel, 'Server error, please try again later!');
    server.set(adding, '500', { times: 1 });
    await save();
    await expectInPage(panel, 'Error adding lab, please try again later!');
    // The server was slow to process the first try.
    await server.db.insert('labs', { ...demoLab });
    await save();
    expect(await within(panel).findByText(/^Your clinic already has a lab\./)).toBeVisible();
    expect(callsTo(server, adding)).toHaveLength(2);
  });

  it('is not added again after a lost answer because another section was open meanwhile', async () => {
    loseAnswer(server, 'addLab');
    const { user, panel } = await openLab();
    await fillIn(user, panel, labTexts);
    server.set('GET /clinic/fetch-labs', '500');
    await user.click(within(panel).getByRole('button', { name: 'Save' }));
    const unknown = /^We didn’t get a response, so this may or may not have been saved/;
    expect(await within(panel).findByText(unknown)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Patients' }));
    await screen.findByRole('tab', { name: 'Add Patients' });
    await user.click(screen.getByRole('button', { name: /^Hey, / }));
    await user.click(await screen.findByRole('menuitem', { name: 'Profile' }));
    const back = await screen.findByRole('tabpanel', { name: 'Sample Testing Lab' });
    expect(await within(back).findByLabelText('Lab Name')).toHaveValue(labTexts['Lab Name']);
    expect(within(back).getByText(unknown)).toBeVisible();
    server.set('GET /clinic/fetch-labs', 'ok');
    await user.click(within(back).getByRole('button', { name: 'Save' }));
    expect(await within(back).findByRole('button', { name: 'Update' })).toBeEnabled();
    expect(callsTo(server, adding)).toHaveLength(1);
    expect(server.db.list('labs')).toHaveLength(1);
  });

  it('is there after a reload while it was added, and is not added again', async () => {
    const answers = holdAnswers(server, { name: 'addLab', operation: adding }, ['ok']);
    const { user, panel, unmount } = await openLab();
    await fillIn(user, panel, labTexts);
    await user.click(within(panel).getByRole('button', { name: 'Save' }));
    await answers.decided();
    unmount();
    stopApp();
    answers.letAllThrough();
    const reloaded = await openLab();
    expect(within(reloaded.panel).getByRole('heading', { name: 'Update Lab Data' })).toBeVisible();
    expect(within(reloaded.panel).getByLabelText('Lab Name')).toHaveValue(labTexts['Lab Name']);
    expect(callsTo(server, adding)).toHaveLength(1);
  });

  it('is sent again at once after it was rejected, because it is known to be missing', async () => {
    server.set(adding, '500', { times: 1 });
    const { user, panel } = await openLab();
    await fillIn(user, panel, labTexts);
    await user.click(within(panel).getByRole('button', { name: 'Save' }));
    await expectInPage(panel, 'Error adding lab, please try again later!');
    const before = server.log.list().length;
    await user.click(within(panel).getByRole('button', { name: 'Save' }));
    await expectToast('Lab added successfully');
    const since = server.log.list().slice(before);
    expect(since[0]?.operation).toBe(adding);
  });

  it('leads from a rejected second try to updating the lab that is there, with a field that was left blank', async () => {
    server.set(adding, '400', { times: 1 });
    const { user, panel } = await openLab();
    await fillIn(user, panel, labTexts);
    await server.db.insert('labs', { ...demoLab });
    await user.click(within(panel).getByRole('button', { name: 'Save' }));
    expect(await within(panel).findByText(/^Your clinic already has a lab\./)).toBeVisible();
    expect(within(panel).getByRole('heading', { name: 'Update Lab Data' })).toBeVisible();
    expect(within(panel).getByLabelText('Lab Name')).toHaveValue(labTexts['Lab Name']);
    expect(within(panel).getByLabelText('Address Line 2')).toHaveValue('');
    await user.click(within(panel).getByRole('button', { name: 'Update' }));
    await expectToast('Lab updated successfully');
    expect(server.db.list('labs')).toMatchObject([{ lab_name: labTexts['Lab Name'], address_line_2: '' }]);
    expect(within(panel).queryByText(/^Your clinic already has a lab\./)).toBeNull();
  });

  it('keeps what was typed while another section is open', async () => {
    const { user, panel } = await openLab();
    await fillIn(user, panel, labTexts);
    await user.click(screen.getByRole('button', { name: 'Patients' }));
    await screen.findByRole('tab', { name: 'Add Patients' });
    await user.click(screen.getByRole('button', { name: /^Hey, / }));
    await user.click(await screen.findByRole('menuitem', { name: 'Profile' }));
    const again = await screen.findByRole('tabpanel', { name: 'Sample Testing Lab' });
    expect(await within(again).findByLabelText('Lab Name')).toHaveValue(labTexts['Lab Name']);
    expect(within(again).getByLabelText('Sample drop-off instructions')).toHaveValue(
      labTexts['Sample drop-off instructions'],
    );
  });
});

describe('a clinic with a lab', () => {
  beforeEach(() => server.reset({ preset: 'demo' }));

  it('finds every field as it was saved', async () => {
    const { panel } = await openLab();
    expect(within(panel).getByRole('heading', { name: 'Update Lab Data' })).toBeVisible();
    const labels = [...panel.querySelectorAll('label')].map((label) => label.textContent);
    expect(labels).toEqual([
      'Lab Name',
      'Lab Identification Number',
      'Phone',
      'Street',
      'City',
      'Postal Code',
      'State',
      'Country',
      'Address Line 2',
      'Sample drop-off instructions',
    ]);
    expect(within(panel).getByLabelText('Lab Name')).toHaveValue('Northfold Labs');
    expect(within(panel).getByLabelText('Address Line 2')).toHaveValue('Dock B');
  });

  it.each(failuresOfUpdating)(
    'reads why it was not updated after %s, keeps what was typed, and can try again',
    async (branch, message) => {
      server.set(changing, branch, { times: 1 });
      const { user, panel } = await openLab();
      await retype(user, within(panel).getByLabelText('City'), 'Tacoma');
      await user.click(within(panel).getByRole('button', { name: 'Update' }));
      await expectToast(message);
      await expectInPage(panel, message);
      expect(within(panel).getByLabelText('City')).toHaveValue('Tacoma');
      await user.click(within(panel).getByRole('button', { name: 'Update' }));
      await expectToast('Lab updated successfully');
      await waitFor(() => expect(within(panel).queryByRole('alert')).toBeNull());
    },
  );

  it('counts as updated without an answer once the server has what was typed', async () => {
    loseAnswer(server, 'updateLab');
    const { user, panel } = await openLab();
    await retype(user, within(panel).getByLabelText('City'), 'Tacoma');
    await user.click(within(panel).getByRole('button', { name: 'Update' }));
    await expectToast('Lab updated successfully');
    expect(within(panel).queryByRole('alert')).toBeNull();
    expect(within(panel).queryByText(/^We didn’t get a response/)).toBeNull();
    expect(callsTo(server, changing)).toHaveLength(1);
  });

  it('shows one toast at a time: the next result replaces the last one', async () => {
    server.set(changing, '500', { times: 1 });
    const { user, panel } = await openLab();
    const update = () => within(panel).getByRole('button', { name: 'Update' });
    await retype(user, within(panel).getByLabelText('City'), '');
    await user.click(update());
    await waitFor(() => expect(toastText()).toEqual(['Please enter all the required fields.']));
    await retype(user, within(panel).getByLabelText('City'), 'Tacoma');
    await user.click(update());
    await waitFor(() => expect(toastText()).toEqual(['Error updating lab, please try again later!']));
    await waitFor(() => expect(update()).toBeEnabled());
    await user.click(update());
    await waitFor(() => expect(toastText()).toEqual(['Lab updated successfully']));
  });

  it('keeps its toast while the other form shows the same text and its own result', async () => {
    const { user, panel } = await openLab();
    await retype(user, within(panel).getByLabelText('City'), '');
    await user.click(within(panel).getByRole('button', { name: 'Update' }));
    const rejected = 'Please enter all the required fields.';
    await waitFor(() => expect(toastText()).toEqual([rejected]));
    await user.click(screen.getByRole('tab', { name: 'Profile' }));
    const profile = within(await screen.findByRole('tabpanel', { name: 'Profile' }));
    await retype(user, await profile.findByLabelText('Provider Name'), '');
    await user.click(profile.getByRole('button', { name: 'Update' }));
    await waitFor(() => expect(toastText()).toEqual([rejected, rejected]));
    await retype(user, profile.getByLabelText('Provider Name'), 'Harbor Clinic');
    await user.click(profile.getByRole('button', { name: 'Update' }));
    await waitFor(() => expect(toastText().toSorted()).toEqual([rejected, 'Profile updated successfully']));
  });

  it('is busy while it is updated', async () => {
    server.set(changing, 'ok', { delay: 400, times: 1 });
    const { user, panel } = await openLab();
    await user.click(within(panel).getByRole('button', { name: 'Update' }));
    expect(await within(panel).findByRole('button', { name: 'Updating...' })).toBeDisabled();
    await expectToast('Lab updated successfully');
    expect(callsTo(server, changing)).toHaveLength(1);
  });

  it('shows that it could not be loaded, without a toast, and loads it on Retry', async () => {
    server.set('GET /clinic/fetch-labs', 'network', { times: 1 });
    const { user, panel } = await openClinic(server, 'Sample Testing Lab');
    expect(await within(panel).findByText('We couldn’t load your lab.')).toBeVisible();
    expect(toastText()).toEqual([]);
    await user.click(within(panel).getByRole('button', { name: 'Retry' }));
    expect(await within(panel).findByLabelText('Lab Name')).toHaveValue('Northfold Labs');
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
  });
});
