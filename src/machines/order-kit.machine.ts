import { assign, emit, setup } from 'xstate';
import {
  type Answer,
  type Failure,
  isBlank,
  type KitOrder,
  type PatientId,
  validationMessages,
} from '@/contract';
import { caught, type DefectEvent, keepFailure, notProvided, type RefusedEvent, refuseWith } from './failure';

interface OrderKitInput {
  readonly patientId: PatientId;
  /** Whether the clinic has both its card and its lab stored. */
  readonly canOrder: boolean;
}

/** What the provider chose: a frequency and a kit's id. */
type KitChoice = Pick<KitOrder, 'frequency' | 'kitType'>;

interface OrderKitContext extends OrderKitInput, KitChoice {
  /** Why the order was not taken to the terms, in SPEC's words. */
  readonly refusal: string | null;
  readonly failure: Failure | null;
}

type OrderKitEvent =
  | ({ readonly type: 'PLACE' } & KitChoice)
  | { readonly type: 'AGREE' }
  | { readonly type: 'DECLINE' }
  | { readonly type: 'CLOSE' }
  | { readonly type: 'BILLING_CHANGED'; readonly canOrder: boolean };

type OrderKitEmitted =
  | { readonly type: 'placed'; readonly message: string | null }
  | RefusedEvent
  | DefectEvent;

/**
 * Ordering a kit for one patient (SPEC §2 "Order Kit modal", §4 "Order flow", §5 "Order", §8 "Order").
 *
 * ```
 * form → PLACE → terms → AGREE → placing → placed
 * terms → DECLINE | CLOSE → form ; placing → form (failure, the choice kept)
 * ```
 * Nothing is sent before AGREE.
 */
export const orderKitMachine = setup({
  types: {} as {
    input: OrderKitInput;
    context: OrderKitContext;
    events: OrderKitEvent;
    emitted: OrderKitEmitted;
    tags: 'form' | 'terms' | 'busy' | 'placed';
  },
  actors: {
    placeOrder: notProvided<Answer<'requestAddressConfirmation'>, KitOrder>('placeOrder'),
  },
  guards: {
    billingIncomplete: ({ context }) => !context.canOrder,
    choiceMissing: (_, { frequency, kitType }: KitChoice) => isBlank(frequency) || isBlank(kitType),
  },
  actions: {
    refuseUntilBilled: refuseWith(validationMessages.billingIncomplete),
    refuseGaps: refuseWith(validationMessages.requiredFields),
    keepChoice: assign({
      frequency: (_, { frequency }: KitChoice) => frequency,
      kitType: (_, { kitType }) => kitType,
      refusal: null,
      failure: null,
    }),
    fail: keepFailure(),
    keepBilling: assign(({ context }, { canOrder }: { canOrder: boolean }) => ({
      canOrder,
      refusal: canOrder && context.refusal === validationMessages.billingIncomplete ? null : context.refusal,
    })),
  },
}).createMachine({
  id: 'orderKit',
  context: ({ input }) => ({ ...input, frequency: '', kitType: '', refusal: null, failure: null }),
  initial: 'form',
  on: {
    BILLING_CHANGED: {
      actions: { type: 'keepBilling', params: ({ event }) => ({ canOrder: event.canOrder }) },
    },
  },
  states: {
    form: {
      tags: 'form',
      on: {
        PLACE: [
          { guard: 'billingIncomplete', actions: 'refuseUntilBilled' },
          { guard: { type: 'choiceMissing', params: ({ event }) => event }, actions: 'refuseGaps' },
          { target: 'terms', actions: { type: 'keepChoice', params: ({ event }) => event } },
        ],
      },
    },
    terms: {
      tags: 'terms',
      on: {
        AGREE: [
          {
            // The card or the lab went away while the terms were read.
            guard: 'billingIncomplete',
            target: 'form',
            actions: 'refuseUntilBilled',
          },
          { target: 'placing' },
        ],
        DECLINE: 'form',
        CLOSE: 'form',
      },
    },
    placing: {
      tags: ['terms', 'busy'],
      invoke: {
        id: 'placeOrder',
        src: 'placeOrder',
        input: ({ context: { patientId, frequency, kitType } }) => ({ patientId, frequency, kitType }),
        onDone: {
          target: 'placed',
          actions: emit(({ event }) => ({ type: 'placed', message: event.output.message ?? null })),
        },
        onError: { target: 'form', actions: { type: 'fail', params: caught } },
      },
    },
    placed: { tags: 'placed' },
  },
});
