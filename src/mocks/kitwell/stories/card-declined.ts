import { button, heading } from './parts';
import type { Story } from './story';

const missing = (what: string) => ({ role: 'status', text: `Still missing: ${what}.` }) as const;

export const cardDeclined: Story = {
  id: 'card-declined',
  title: 'Card declined',
  summary: 'A clinic’s first card is declined. Nothing is stored, and the next card is accepted.',
  shown: [
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
