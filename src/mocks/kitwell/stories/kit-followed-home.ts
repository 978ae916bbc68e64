import { agree, button, fillInOrder, heading, orderDialog, sendOrder } from './parts';
import type { Act, Story, Subject } from './story';

const terms: Subject = { role: 'dialog', name: 'Terms and Conditions' };
const tracking: Subject = { role: 'region', name: 'Kit Tracking Status' };
/** The stations of the kit, with this one reached. */
const reached = (station: string): Subject => ({
  role: 'list',
  text: `${station} (reached)`,
  within: tracking,
});
const refresh: readonly Act[] = [{ press: button('Refresh', tracking) }];

export const kitFollowedHome: Story = {
  id: 'kit-followed-home',
  title: 'Kit followed home',
  summary: 'A clinic orders a kit, the patient confirms the address and follows the kit to the results.',
  shown: [
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
