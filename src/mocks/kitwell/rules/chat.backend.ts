import type { Backend } from '@/mocks/kitwell/rules/rules';

/** The bot's replies, most specific first. It gives no medical advice, as the terms say (§1). */
const replies: readonly (readonly [RegExp, string])[] = [
  [
    /symptom|diagnos|treat|medic|pain|infect/i,
    'I cannot give medical advice. Kitwell only distributes kits; please ask a doctor, or call 911 in an emergency.',
  ],
  [
    /return|refund|defect|broken/i,
    'All sales are final. Defective kits are replaced free if you report them in time.',
  ],
  [
    /price|cost|pay|card|bill/i,
    'Kit prices include taxes and shipping. Providers store a card under Billing.',
  ],
  [/track|status|where|ship|deliver/i, 'Patients see where their kit is under Profile & Kit Setup.'],
  [/appointment|book|video|schedul/i, 'Providers book video appointments under Booking / Order Kits.'],
  [
    /import|spreadsheet|excel|patient list/i,
    'Providers add patients by hand or import an .xlsx or .xls file.',
  ],
  [/password|log ?in|sign ?in/i, 'Use "Click Here" on the login page if you forgot your password.'],
  [
    /sign ?up|regist|join|onboard|provider|clinic/i,
    'Choose Sign Up, then Provider. It takes about two minutes.',
  ],
  [/\biv\b|drip|vitamin/i, 'IV therapy is delivered at home by providers who work with us.'],
  [/cosmetic|botox|skin/i, 'Cosmetic services are delivered at home by providers who work with us.'],
  [/std|sti|sexual|hiv|test|kit/i, 'We send discreet home sample-collection kits, ordered by your clinic.'],
  [/\b(hi|hello|hey)\b/i, 'Hello! Ask me about kits, providers or appointments.'],
];

/** Chooses a reply by the keywords in the message. */
const replyTo = (message: string): string =>
  replies.find(([mentioned]) => mentioned.test(message))?.[1] ??
  'I know about kits, providers, orders and appointments. What would you like to know?';

/** The chat service, which has its own host (§7). */
export const chatBackend = {
  sendChatMessage: ({ request }) => ({ response: replyTo(request.body.message) }),
} satisfies Partial<Backend>;
