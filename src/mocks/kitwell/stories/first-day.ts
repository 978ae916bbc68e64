import { button, fillInOrder, heading, importDialog, importSample, orderDialog, placeOrder } from './parts';
import type { Act, Story, Subject } from './story';

const setUp: Subject = { role: 'region', name: 'Set up your clinic' };

const labFields: readonly (readonly [label: string, text: string])[] = [
  ['Lab Name', 'Northfold Labs'],
  ['Lab Identification Number', '50D2031415'],
  ['Phone', '+1 206 555 0188'],
  ['Street', '1200 Pike Street'],
  ['City', 'Seattle'],
  ['Postal Code', '98101'],
  ['State', 'WA'],
  ['Country', 'USA'],
  ['Sample drop-off instructions', 'Ring at the rear entrance before 4 pm.'],
];

const lab: Subject = { role: 'tabpanel', name: 'Sample Testing Lab' };
const typeLab: readonly Act[] = labFields.map(([name, text]) => ({
  type: text,
  into: { role: 'textbox', name, within: lab },
}));

export const firstDay: Story = {
  id: 'first-day',
  title: 'A clinic’s first day',
  summary: 'From an empty dashboard to the first order: lab, card, patients, authorization, kit.',
  shown: [
    'One list leads a new clinic from an empty dashboard to its first order.',
    'Patients come from a spreadsheet, and each row is checked before it is saved.',
    'The first kit waits only for the patient’s confirmation.',
  ],
  preset: 'new-clinic',
  steps: [
    {
      caption: 'Harbor Street Clinic has just joined. This list leads it to its first order.',
      open: { as: 'provider', section: 'patients' },
      show: setUp,
    },
    {
      caption: 'First the lab that tests the samples. You type its address once.',
      act: [{ press: button('Add lab details', setUp) }, ...typeLab],
      show: button('Save', lab),
      spotlight: lab,
    },
    {
      caption: 'Saved. The form now updates the lab.',
      act: [{ press: button('Save', lab) }],
      show: heading('Update Lab Data'),
    },
    {
      caption: 'Next the card. You enter it at the card provider, whose page in a demo is this one.',
      open: { section: 'patients' },
      act: [{ press: button('Add card details', setUp) }],
      show: button('Pay with the test card'),
    },
    {
      caption: 'The card is stored there, and you are back.',
      act: [{ press: button('Pay with the test card') }],
      show: heading('Payment method saved successfully!'),
    },
    {
      caption: 'You bring your patients along in a spreadsheet. Each row shows whether it is ready.',
      open: { section: 'patients' },
      act: importSample,
      gone: importDialog,
      show: button('Save All'),
    },
    {
      caption: 'Save All, and they are in your list. Now they need your authorization.',
      act: [{ press: button('Save All') }],
      show: { role: 'listitem', text: '0 of 8 authorized', within: { role: 'list', name: 'At a glance' } },
    },
    {
      caption: 'You select them all and authorize them in one go.',
      open: { section: 'authenticate' },
      act: [{ press: { role: 'checkbox', name: 'Select all' } }, { press: button('Authenticate') }],
      show: button('Not authorized 0'),
    },
    {
      caption: 'Lab, card and patients are there, so the first kit can be ordered.',
      act: fillInOrder('Ava Thompson'),
      show: button('Place Order', orderDialog),
      spotlight: orderDialog,
    },
    {
      caption: 'The first order is out: Ava gets an email to confirm the address. A good first day.',
      act: placeOrder,
      gone: orderDialog,
      show: { role: 'row', text: 'Address confirmation requested' },
    },
  ],
};
