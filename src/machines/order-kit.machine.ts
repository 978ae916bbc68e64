import { assign, enqueueActions, setup } from 'xstate';
import { type Answer, type Failure, isOutcomeUnknown, type KitOrder, type PatientId } from '@/contract';
import { choiceError, type KitChoice, type PlacedOrder, placedEarlier, withBilling } from '@/domain/orders';
import { type Caught, caught, failureOf, notProvided, type ValidationErrorEvent } from './failure';

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

const orderKit = setup({
  types: {} as {
    input: OrderKitInput;
    context: OrderKitContext;
    events: OrderKitEvent;
    emitted: ValidationErrorEvent;
    output: PlacedOrder;
    tags: 'form' | 'outcome-unknown' | 'terms' | 'busy' | 'placed';
  },
  actors: {
    placeOrder: notProvided<Answer<'requestAddressConfirmation'>, KitOrder>('placeOrder'),
  },
  guards: {
    billingIncomplete: ({ context }) => !context.canOrder,
    notOrderable: ({ context }, choice: KitChoice) => choiceError(context.canOrder, choice) !== null,
    unanswered: ({ context }) => context.unanswered,
    outcomeUnknown: (_, { error }: Caught) => isOutcomeUnknown(error),
    placedBefore: ({ context }, { error }: Caught) => placedEarlier(context.unanswered, error) !== null,
  },
  actions: {
    rejectInput: enqueueActions(({ context, enqueue }, choice: KitChoice) => {
      const message = choiceError(context.canOrder, choice);
      if (message === null) return;
      enqueue.assign({ validationError: message, failure: null });
      enqueue.emit({ type: 'validation-error', message });
    }),
    keepChoice: assign({
      frequency: (_, { frequency }: KitChoice) => frequency,
      kitType: (_, { kitType }) => kitType,
      validationError: null,
      failure: null,
    }),
    keepOutput: assign((_, output: PlacedOrder) => output),
    keepEarlier: assign(({ context }, { error }: Caught) => placedEarlier(context.unanswered, error) ?? {}),
    fail: assign({ failure: (_, { error }: Caught) => failureOf(error) }),
    keepUnanswered: assign({ unanswered: true }),
    keepBilling: assign(({ context }, { canOrder }: { canOrder: boolean }) =>
      withBilling(context.validationError, canOrder),
    ),
  },
});

/** Shared by the states in which a kit is chosen. */
const choosing = orderKit.createStateConfig({
  on: {
    PLACE: [
      {
        guard: { type: 'notOrderable', params: ({ event }) => event },
        actions: { type: 'rejectInput', params: ({ event }) => event },
      },
      { target: 'terms', actions: { type: 'keepChoice', params: ({ event }) => event } },
    ],
  },
});

/**
 * Orders a kit for one patient (§2 "Order Kit modal", §4 "Order flow", §5 "Order", §8 "Order").
 *
 * ```
 * form → PLACE → terms → AGREE → placing → placed (ends; output: the server's message)
 * terms → DECLINE → form ; placing → form (failure, the choice kept)
 * placing → outcomeUnknown (no response) → PLACE → terms → AGREE → placing → placed (also if it exists already)
 * ```
 * Nothing is sent before AGREE.
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
      actions: { type: 'keepBilling', params: ({ event }) => ({ canOrder: event.canOrder }) },
    },
  },
  states: {
    form: { ...choosing, tags: 'form' },
    outcomeUnknown: { ...choosing, tags: ['form', 'outcome-unknown'] },
    notPlaced: {
      always: [{ guard: 'unanswered', target: 'outcomeUnknown' }, { target: 'form' }],
    },
    terms: {
      tags: 'terms',
      on: {
        AGREE: [
          // The card or the lab was removed while the user read the terms.
          {
            guard: 'billingIncomplete',
            target: 'notPlaced',
            actions: { type: 'rejectInput', params: ({ context }) => context },
          },
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
          actions: {
            type: 'keepOutput',
            params: ({ event }) => ({ message: event.output.message ?? null, placedBefore: false }),
          },
        },
        onError: [
          {
            guard: { type: 'placedBefore', params: caught },
            target: 'placed',
            actions: { type: 'keepEarlier', params: caught },
          },
          {
            guard: { type: 'outcomeUnknown', params: caught },
            target: 'notPlaced',
            actions: [{ type: 'fail', params: caught }, 'keepUnanswered'],
          },
          { target: 'notPlaced', actions: { type: 'fail', params: caught } },
        ],
      },
    },
    placed: { tags: 'placed', type: 'final' },
  },
  output: ({ context: { message, placedBefore } }) => ({ message, placedBefore }),
});
