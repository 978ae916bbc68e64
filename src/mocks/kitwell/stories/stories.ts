import type { DashboardSection } from '@/contract/constants';
import type { Contract, OperationName } from '@/contract/contract';
import type { DemoRole } from '@/mocks/kitwell/seeds/demo-accounts';
import type { PresetName } from '@/mocks/kitwell/seeds/seed-choice';
import type { MockTables, mailKinds } from '@/mocks/kitwell/tables';

/** A part of a page as its users would name it. If several match, the first visible one counts. */
export interface Subject {
  /** An ARIA role. */
  readonly role: string;
  /** The whole accessible name. */
  readonly name?: string;
  /** A text that it contains. */
  readonly text?: string;
  readonly within?: Subject;
}

/** What the presenter's user does on the page. */
export type Act =
  | { readonly press: Subject }
  | { readonly type: string; readonly into: Subject }
  /** Chooses an option of a list by its label. */
  | { readonly choose: string; readonly from: Subject }
  /** Uploads a file of this build with the button that opens the file dialog. */
  | { readonly upload: string; readonly by: Subject };

/** What changes in the mock's world without the user. */
export type Change =
  /** Chooses how a call is answered, `times` times or from now on. */
  | { readonly set: Contract[OperationName]['operation']; readonly branch: string; readonly times?: number }
  /** Takes the chosen answers of a call back. */
  | { readonly clear: Contract[OperationName]['operation'] }
  /** Moves the clock forward. */
  | { readonly days: number }
  | { readonly remove: keyof MockTables & string; readonly id: string };

/** A page that is loaded; by default the dashboard. */
export interface StoryPage {
  /** Signs in as this demo account. */
  readonly as?: DemoRole;
  readonly section?: DashboardSection;
  /** The link in the newest mail of this kind. */
  readonly linkOf?: (typeof mailKinds)[number];
  /** Opens the mailbox of the control room beside the page. */
  readonly mailbox?: true;
}

/** One caption, and what leads to what it is about: first `change`, then `open`, then `act`. */
export interface StoryStep {
  readonly caption: string;
  readonly change?: readonly Change[];
  readonly open?: StoryPage;
  readonly act?: readonly Act[];
  /** What must be gone, where `show` is there before the step is done as well. */
  readonly gone?: Subject;
  /** The caption is about this part of the page. */
  readonly show: Subject;
  /** What stays bright around it; by default only `show` does. */
  readonly spotlight?: Subject;
}

/** A scripted demo. It starts from fresh data of a preset, seed 1 and `storyStart`, with the clock stopped. */
export interface Story {
  /** In links: `mock.story`. */
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  /** What the audience has seen, listed at its end. */
  readonly takeaways: readonly string[];
  readonly preset: PresetName;
  /** The first one signs in. */
  readonly steps: readonly [
    StoryStep & { readonly open: StoryPage & { readonly as: DemoRole } },
    ...StoryStep[],
  ];
}

/** A Monday morning at which every story starts, so that it looks the same on any day. */
export const storyStart = '2026-03-02T09:00:00Z';

/** Parts of the product that several stories use. */

const button = (name: string, within?: Subject): Subject =>
  within === undefined ? { role: 'button', name } : { role: 'button', name, within };

const heading = (name: string): Subject => ({ role: 'heading', name });

const orderDialog: Subject = { role: 'dialog', name: 'Order Kit' };

/** Fills in the Order Kit dialog of a patient. */
const fillInOrder = (patient: string): readonly Act[] => [
  { press: button(`Order kit for ${patient}`) },
  { choose: 'Every 3 Months', from: { role: 'combobox', name: 'Frequency', within: orderDialog } },
  { choose: 'Standard 5 Panel, $129', from: { role: 'combobox', name: 'Kit Type', within: orderDialog } },
];

/** Sends the filled-in order, which asks for the agreement to the terms. */
const sendOrder: readonly Act[] = [{ press: button('Place Order', orderDialog) }];
const agree: readonly Act[] = [{ press: button('I agree') }];
const placeOrder: readonly Act[] = [...sendOrder, ...agree];

const importDialog: Subject = { role: 'dialog', name: 'Import Patients from File' };

/** Imports the two patients of the sample file into the grid. */
const importSample: readonly Act[] = [
  { press: button('Import Patients from File') },
  { upload: 'sample-patients.xlsx', by: button('Upload File') },
  { press: button('Add 2 rows to the grid') },
];

const terms: Subject = { role: 'dialog', name: 'Terms and Conditions' };
const tracking: Subject = { role: 'region', name: 'Kit Tracking Status' };
/** The stations of the kit, with this one reached. */
const reached = (station: string): Subject => ({
  role: 'list',
  text: `${station} (reached)`,
  within: tracking,
});
const refresh: readonly Act[] = [{ press: button('Refresh', tracking) }];

const kitFollowedHome: Story = {
  id: 'kit-followed-home',
  title: 'Kit followed home',
  summary: 'A clinic orders a kit, the patient confirms the address and follows the kit to the results.',
  takeaways: [
    'An order waits until the patient has confirmed the address.',
    'The patient confirms by one link, without an account.',
    'The patient follows the kit, from the order to the results.',
  ],
  preset: 'demo',
  steps: [
    {
      caption:
        'You are Harbor Street Clinic. Your patient Robin Ellis is authorized and has no kit on the way.',
      change: [{ remove: 'orders', id: 'KW-10001' }],
      open: { as: 'provider', section: 'authenticate' },
      show: { role: 'row', text: 'Robin Ellis' },
    },
    {
      caption:
        'One press on the cart opens the order. You choose how often and which kit: here is its price.',
      act: fillInOrder('Robin Ellis'),
      show: { role: 'status', text: 'Standard 5 Panel, Every 3 Months', within: orderDialog },
      spotlight: orderDialog,
    },
    {
      caption: 'You place the order, and the terms come first. Nothing is sent before you agree to them.',
      act: sendOrder,
      show: button('I agree', terms),
      spotlight: terms,
    },
    {
      caption:
        'You agree, and the order waits for Robin: nothing is shipped before the address is confirmed.',
      act: agree,
      gone: orderDialog,
      show: { role: 'row', text: 'Address confirmation requested' },
    },
    {
      caption: 'Robin gets an email. In this demo it arrives in this mailbox, with its link.',
      open: { section: 'authenticate', mailbox: true },
      show: { role: 'listitem', text: 'To patient@kitwell.test' },
    },
    {
      caption: 'Robin opens the link. It needs no account: one button confirms the address.',
      open: { linkOf: 'confirm-address' },
      show: button('Confirm Address'),
      spotlight: { role: 'main' },
    },
    {
      caption: 'Robin confirms. Only now is the order placed, and the link no longer works.',
      act: [
        { press: button('Confirm Address') },
        { press: button('Confirm', { role: 'alertdialog', name: 'Confirm Action' }) },
      ],
      show: heading('Address Confirmed'),
      spotlight: { role: 'main' },
    },
    {
      caption: 'Now you are Robin, and log in. The first thing on the page is where the kit is.',
      open: { as: 'patient' },
      show: reached('Order placed'),
      spotlight: tracking,
    },
    {
      caption: 'A day later the kit has left. The demo’s clock moved, and Robin pressed Refresh.',
      change: [{ days: 1 }],
      act: refresh,
      show: reached('Kit shipped'),
      spotlight: tracking,
    },
    {
      caption:
        'Two days later the kit is at Robin’s door, in a plain box. Robin collects the sample at home.',
      change: [{ days: 2 }],
      act: refresh,
      show: reached('Kit delivered'),
      spotlight: tracking,
    },
    {
      caption: 'The sample is back at the clinic’s lab. Nothing for Robin to do but wait.',
      change: [{ days: 4 }],
      act: refresh,
      show: reached('Sample received'),
      spotlight: tracking,
    },
    {
      caption: 'The results are ready, ten days after the order. That is a kit’s whole journey.',
      change: [{ days: 3 }],
      act: refresh,
      show: reached('Results ready'),
      spotlight: tracking,
    },
  ],
};

const mary = 'Mary Swift-Klein';

const warning: Subject = { role: 'status', text: `${mary} isn’t authorized yet`, within: orderDialog };

const notAuthorized: Story = {
  id: 'not-authorized',
  title: 'Patient not authorized',
  summary:
    'An order for a patient who is not authorized is rejected. You authorize the patient and order again, in the same dialog.',
  takeaways: [
    'The dialog warns before the order is sent.',
    'A rejected order keeps what was chosen.',
    'The patient is authorized in the same dialog, and the order goes through.',
  ],
  preset: 'demo',
  steps: [
    {
      caption: `The red dots mark patients whom your clinic has not authorized, such as ${mary}.`,
      open: { as: 'provider', section: 'authenticate' },
      show: { role: 'row', text: mary },
    },
    {
      caption: 'You order a kit for Mary all the same. The dialog warns you, and leaves the choice to you.',
      act: fillInOrder(mary),
      show: warning,
      spotlight: orderDialog,
    },
    {
      caption: 'The server rejects the order. Your choices are still there.',
      act: placeOrder,
      show: { role: 'alert', text: 'Patient is not authorized.', within: orderDialog },
      spotlight: orderDialog,
    },
    {
      caption: 'You authorize Mary right here. The warning is gone, and the order is ready to be sent again.',
      act: [{ press: button('Authenticate', orderDialog) }],
      gone: warning,
      show: button('Place Order', orderDialog),
      spotlight: orderDialog,
    },
    {
      caption: 'This time it goes through: Mary’s dot is green, and the email to confirm the address is out.',
      act: placeOrder,
      gone: orderDialog,
      show: { role: 'row', text: 'Address confirmation requested' },
    },
  ],
};

const missing = (what: string) => ({ role: 'status', text: `Still missing: ${what}.` }) as const;

const cardDeclined: Story = {
  id: 'card-declined',
  title: 'Card declined',
  summary: 'A clinic’s first card is declined. Nothing is stored, and the next card is accepted.',
  takeaways: [
    'A clinic can’t order by mistake before its card and lab are there.',
    'Cards are entered at the card provider only.',
    'A declined card stores nothing, and the next one is accepted.',
  ],
  preset: 'new-clinic',
  steps: [
    {
      caption: 'You are a new clinic. Before its first order it needs a card and a lab, and it says so.',
      open: { as: 'provider', section: 'authenticate' },
      show: missing('card details and lab details'),
    },
    {
      caption: 'You add the card at the card provider, never here. In a demo its page is this one.',
      act: [{ press: button('Add card details') }],
      show: button('Pay with a card that is declined'),
    },
    {
      caption: 'The card is declined. You stay at the card provider and can try another card.',
      act: [{ press: button('Pay with a card that is declined') }],
      show: { role: 'alert', text: 'Your card was declined.' },
    },
    {
      caption: 'You cancel instead. The product says what happened, and that nothing was saved.',
      act: [{ press: button('Cancel') }],
      show: heading('Payment Cancelled'),
    },
    {
      caption: 'Back on the dashboard the card is still missing, so no order can go out by mistake.',
      open: { section: 'authenticate' },
      show: missing('card details and lab details'),
    },
    {
      caption: 'You try once more, and the test card is accepted.',
      act: [{ press: button('Add card details') }, { press: button('Pay with the test card') }],
      show: heading('Payment method saved successfully!'),
    },
    {
      caption: 'Only the lab is missing now.',
      open: { section: 'authenticate' },
      show: missing('lab details'),
    },
  ],
};

const setUp: Subject = { role: 'region', name: 'Set up your clinic' };

const labFields: readonly (readonly [label: string, text: string])[] = [
  ['Lab Name', 'Northfold Labs'],
  ['Lab Identification Number', '50D2031415'],
  ['Phone', '+1 206 555 0188'],
  ['Street', '1200 Pike Street'],
  ['City', 'Seattle'],
  ['Postal Code', '98101'],
  ['State', 'WA'],
  ['Country', 'United States'],
  ['Sample drop-off instructions', 'Ring at the rear entrance before 4 pm.'],
];

const lab: Subject = { role: 'tabpanel', name: 'Sample Testing Lab' };
const typeLab: readonly Act[] = labFields.map(([name, text]) => ({
  type: text,
  into: { role: name === 'Street' ? 'combobox' : 'textbox', name, within: lab },
}));

const firstDay: Story = {
  id: 'first-day',
  title: 'A clinic’s first day',
  summary: 'From an empty dashboard to the first order: lab, card, patients, authorization, kit.',
  takeaways: [
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

const save = 'POST /patient/add-patients';
const list = 'GET /patient/fetch-patients';

const networkLost: Story = {
  id: 'network-lost',
  title: 'Network lost during Save All',
  summary: 'The network fails just after the server has saved two patients. None is lost or saved twice.',
  takeaways: [
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
        { type: 'Ava Thompson', into: { role: 'searchbox', name: 'Search by name, email or phone' } },
      ],
      show: { role: 'row', text: 'Ava Thompson' },
    },
  ],
};

/** All stories, in the order in which they are listed. */
export const stories: readonly Story[] = [
  firstDay,
  cardDeclined,
  notAuthorized,
  networkLost,
  kitFollowedHome,
];

/**
 * Returns the story with this id.
 *
 * @throws Error for another id, listing the valid ones
 */
export function storyCalled(id: string): Story {
  const story = stories.find((candidate) => candidate.id === id);
  if (story === undefined) {
    throw new Error(`There is no story "${id}". Stories: ${stories.map((valid) => valid.id).join(', ')}.`);
  }
  return story;
}

/** The story to show after this one; the first one follows the last. */
export function storyAfter(story: Story): Story {
  return stories[stories.indexOf(story) + 1] ?? firstDay;
}
