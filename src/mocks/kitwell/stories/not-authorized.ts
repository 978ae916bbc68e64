import { button, fillInOrder, orderDialog, placeOrder } from './parts';
import type { Story, Subject } from './story';

const mary = 'Mary Swift-Klein';

const warning: Subject = { role: 'status', text: `${mary} isn’t authorized yet`, within: orderDialog };

export const notAuthorized: Story = {
  id: 'not-authorized',
  title: 'Patient not authorized',
  summary:
    'An order for a patient who is not authorized is rejected. You authorize the patient and order again, in the same dialog.',
  shown: [
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
