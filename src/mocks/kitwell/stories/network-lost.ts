import { button, importDialog, importSample } from './parts';
import type { Story } from './story';

const save = 'POST /patient/add-patients';
const list = 'GET /patient/fetch-patients';

export const networkLost: Story = {
  id: 'network-lost',
  title: 'Network lost during Save All',
  summary: 'The network fails just after the server has saved two patients. None is lost or saved twice.',
  shown: [
    'Rows stay in the browser until they are saved.',
    'After a lost answer the product checks before it sends anything again.',
    'Each patient was saved exactly once.',
  ],
  preset: 'demo',
  steps: [
    {
      caption: 'Here you add new patients: by hand, from a spreadsheet, or from a file.',
      open: { as: 'provider', section: 'patients' },
      show: button('Import Patients from File'),
    },
    {
      caption: 'You import two patients from a file. The rows wait in this browser until you save them.',
      act: importSample,
      gone: importDialog,
      show: button('Save All'),
    },
    {
      caption:
        'You press Save All, and the network fails before the answer arrives. Were they saved? The product does not guess.',
      change: [
        { set: save, branch: 'ok.lost', times: 1 },
        { set: list, branch: 'network' },
      ],
      act: [{ press: button('Save All') }],
      show: button('Check again'),
    },
    {
      caption: 'The network is back, and you check. They were saved, so they are not sent a second time.',
      change: [{ clear: list }],
      act: [{ press: button('Check again') }],
      show: { role: 'status', text: 'The response was lost, but we checked' },
    },
    {
      caption: 'In your list of patients Ava Thompson is there exactly once.',
      act: [
        { press: { role: 'tab', name: 'Update Patients' } },
        { type: 'Ava Thompson', into: { role: 'searchbox', name: 'Search by patient name or email' } },
      ],
      show: { role: 'row', text: 'Ava Thompson' },
    },
  ],
};
