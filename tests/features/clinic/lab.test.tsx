import { act, screen, waitFor, within } from '@testing-library/react';
import { fillIn, retype } from '@tests/support/fill-in';
import { startMockServer } from '@tests/support/mock-server';
import { callsTo, expectInPage, expectToast } from '@tests/support/outcomes';
import { loseResponse, pauseResponses } from '@tests/support/pause-responses';
import { beforeEach, describe, expect, it } from 'vitest';
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

/** Adds a lab whose answer is lost, and which can't be fetched after that. */
async function addUnknown() {
  const answers = pauseResponses(server, { name: 'addLab', operation: adding }, ['lost']);
  const view = await openLab();
  await fillIn(view.panel, labTexts);
  await view.user.click(within(view.panel).getByRole('button', { name: 'Save' }));
  await answers.decided();
  server.set('GET /clinic/fetch-labs', '500');
  answers.releaseAll();
  return view;
}

describe('a clinic without a lab', () => {
  beforeEach(() => server.reset({ preset: 'new-clinic' }));

  it('adds its lab, gets a confirmation, and may update it from then on', async () => {
    const { user, panel } = await openLab();
    expect(within(panel).getByRole('heading', { name: 'Add Lab Data' })).toBeVisible();
    await fillIn(panel, labTexts);
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

  it('shows as a toast that it was not added while the other tab is open, and also in place', async () => {
    const answers = pauseResponses(server, { name: 'addLab', operation: adding }, ['500']);
    const { user, panel } = await openLab();
    await fillIn(panel, labTexts);
    await user.click(within(panel).getByRole('button', { name: 'Save' }));
    await answers.decided();
    await user.click(screen.getByRole('tab', { name: 'Profile' }));
    answers.releaseAll();
    await expectToast('Error adding lab, please try again later!');
    await user.click(screen.getByRole('tab', { name: 'Sample Testing Lab' }));
    await expectInPage(panel, 'Error adding lab, please try again later!');
  });

  it('reads no more that it was not added once it turns out to be there', async () => {
    server.set(adding, 'network', { times: 1 });
    const { user, panel } = await openLab();
    await fillIn(panel, labTexts);
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

  it('is not added again after a lost answer before it is known to be missing', async () => {
    const { user, panel } = await addUnknown();
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

  it('is not added again after a lost answer because another section was open meanwhile', async () => {
    const { user, panel } = await addUnknown();
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

  it('leads from a rejected second try to updating the lab that is there, with a field that was left blank', async () => {
    server.set(adding, '400', { times: 1 });
    const { user, panel } = await openLab();
    await fillIn(panel, labTexts);
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

  it('counts as updated without an answer once the server has what was typed', async () => {
    loseResponse(server, 'updateLab');
    const { user, panel } = await openLab();
    await retype(user, within(panel).getByLabelText('City'), 'Tacoma');
    await user.click(within(panel).getByRole('button', { name: 'Update' }));
    await expectToast('Lab updated successfully');
    expect(within(panel).queryByRole('alert')).toBeNull();
    expect(within(panel).queryByText(/^We didn’t get a response/)).toBeNull();
    expect(callsTo(server, changing)).toHaveLength(1);
  });
});
