import { assign, setup } from 'xstate';
import { type Answer, type Failure, isOutcomeUnknown, type KitOrder, type PatientId } from '@/contract';
import type { KitChoice } from '@/domain/kit-choice';
import { choiceError, type PlacedOrder, placedEarlier, withBilling } from '@/domain/orders';
import { errorIn, failureOf, missingCallback, notProvided } from './failure';

interface OrderKitInput {
  readonly patientId: PatientId;
  /** Whether the clinic has stored both a card and a lab. */
  readonly canOrder: boolean;
  /** An order for this patient, now or earlier, got no response, so it may have been placed. */
  readonly unanswered: boolean;
}

interface OrderKitContext extends OrderKitInput, KitChoice, PlacedOrder {
  /** Why the terms were not opened, as a message from the specification. */
  readonly validationError: string | null;
  readonly failure: Failure | null;
}

type OrderKitEvent =
  | ({ readonly type: 'PLACE' } & KitChoice)
  | { readonly type: 'AGREE' }
  | { readonly type: 'DECLINE' }
  | { readonly type: 'BILLING_CHANGED'; readonly canOrder: boolean };

/** Why a kit can't be ordered now, as a message from §5. All events but PLACE are about the choice made before. */
const problemOf = ({ context, event }: { context: OrderKitContext; event: OrderKitEvent }): string | null =>
  choiceError(context.canOrder, event.type === 'PLACE' ? event : context);

const orderKit = setup({
  types: {} as {
    input: OrderKitInput;
    context: OrderKitContext;
    events: OrderKitEvent;
    output: PlacedOrder;
    tags: 'form' | 'outcome-unknown' | 'terms' | 'busy' | 'placed';
  },
  actors: {
    placeOrder: notProvided<Answer<'requestAddressConfirmation'>, KitOrder>('placeOrder'),
    /** Sends DECLINE once the patient has an order that was not there before, such as one of another tab. */
    watchOrders: missingCallback<PatientId>('watchOrders'),
  },
  guards: {
    notOrderable: (args) => problemOf(args) !== null,
    unanswered: ({ context }) => context.unanswered,
    placedBefore: ({ context, event }) => placedEarlier(context.unanswered, errorIn(event)) !== null,
  },
  actions: {
    rejectInput: assign((args) => ({ validationError: problemOf(args), failure: null })),
  },
});

/** Shared by the states in which a kit is chosen. */
const choosing = orderKit.createStateConfig({
  on: {
    PLACE: [
      { guard: 'notOrderable', actions: 'rejectInput' },
      {
        target: 'terms',
        actions: assign(({ event: { frequency, kitType } }) => ({
          frequency,
          kitType,
          validationError: null,
          failure: null,
        })),
      },
    ],
  },
});

/**
 * Orders a kit for one patient (§2 "Order Kit modal", §4 "Order flow", §5 "Order", §8 "Order"). Nothing is sent before
 * AGREE. Chart: docs/machines/order-kit.md
 */
export const orderKitMachine = orderKit.createMachine({
  id: 'orderKit',
  context: ({ input }) => ({
    ...input,
    frequency: '',
    kitType: '',
    message: null,
    placedBefore: false,
    validationError: null,
    failure: null,
  }),
  initial: 'notPlaced',
  on: {
    BILLING_CHANGED: {
      actions: assign(({ context, event }) => withBilling(context.validationError, event.canOrder)),
    },
  },
  states: {
    notPlaced: {
      always: [{ guard: 'unanswered', target: 'outcomeUnknown' }, { target: 'form' }],
    },
    form: { ...choosing, tags: 'form' },
    outcomeUnknown: { ...choosing, tags: ['form', 'outcome-unknown'] },
    terms: {
      tags: 'terms',
      invoke: {
        id: 'watchOrders',
        src: 'watchOrders',
        input: ({ context }) => context.patientId,
      },
      on: {
        AGREE: [
          // The card or the lab was removed while the user read the terms.
          { guard: 'notOrderable', target: 'notPlaced', actions: 'rejectInput' },
          { target: 'placing' },
        ],
        DECLINE: 'notPlaced',
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
          actions: assign({ message: ({ event }) => event.output.message ?? null }),
        },
        onError: [
          {
            guard: 'placedBefore',
            target: 'placed',
            actions: assign(({ context, event }) => placedEarlier(context.unanswered, event.error) ?? {}),
          },
          {
            target: 'notPlaced',
            actions: assign(({ context, event }) => ({
              failure: failureOf(event.error),
              unanswered: context.unanswered || isOutcomeUnknown(event.error),
            })),
          },
        ],
      },
    },
    placed: { tags: 'placed', type: 'final' },
  },
  output: ({ context: { message, placedBefore } }) => ({ message, placedBefore }),
});
