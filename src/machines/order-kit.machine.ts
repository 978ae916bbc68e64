import { assign, enqueueActions, setup } from 'xstate';
import {
  type Answer,
  type Failure,
  failureMessage,
  isBlank,
  isFailure,
  isOutcomeUnknown,
  type KitOrder,
  type PatientId,
  reportsDuplicate,
  validationMessages,
} from '@/contract';
import { type Caught, caught, failureOf, notProvided, type ValidationErrorEvent } from './failure';

interface OrderKitInput {
  readonly patientId: PatientId;
  /** Whether the clinic has stored both a card and a lab. */
  readonly canOrder: boolean;
  /** An order for this patient, now or earlier, got no response, so it may have been placed. */
  readonly unanswered: boolean;
}

/** The chosen frequency and kit id. */
type KitChoice = Pick<KitOrder, 'frequency' | 'kitType'>;

interface OrderKitOutput {
  /** The server's message about the order. */
  readonly message: string | null;
  /** The order was placed by an earlier try without a response. */
  readonly placedBefore: boolean;
}

interface OrderKitContext extends OrderKitInput, KitChoice, OrderKitOutput {
  /** Why the terms were not opened, as a message from SPEC. */
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
    emitted: ValidationErrorEvent | { readonly type: 'unanswered' };
    output: OrderKitOutput;
    tags: 'form' | 'outcome-unknown' | 'terms' | 'busy' | 'placed';
  },
  actors: {
    placeOrder: notProvided<Answer<'requestAddressConfirmation'>, KitOrder>('placeOrder'),
  },
  guards: {
    billingIncomplete: ({ context }) => !context.canOrder,
    choiceMissing: (_, { frequency, kitType }: KitChoice) => isBlank(frequency) || isBlank(kitType),
    unanswered: ({ context }) => context.unanswered,
    outcomeUnknown: (_, { error }: Caught) => isOutcomeUnknown(error),
    /** An earlier order without a response was placed: the server rejects this one because it exists. */
    placedBefore: ({ context }, { error }: Caught) => context.unanswered && reportsDuplicate(error),
  },
  actions: {
    rejectInput: enqueueActions(({ enqueue }, { message }: { message: string }) => {
      enqueue.assign({ validationError: message, failure: null });
      enqueue.emit({ type: 'validation-error', message });
    }),
    keepChoice: assign({
      frequency: (_, { frequency }: KitChoice) => frequency,
      kitType: (_, { kitType }) => kitType,
      validationError: null,
      failure: null,
    }),
    keepOutput: assign((_, output: OrderKitOutput) => output),
    fail: assign({ failure: (_, { error }: Caught) => failureOf(error) }),
    keepUnanswered: enqueueActions(({ enqueue }) => {
      enqueue.assign({ unanswered: true });
      enqueue.emit({ type: 'unanswered' });
    }),
    keepBilling: assign(({ context }, { canOrder }: { canOrder: boolean }) => ({
      canOrder,
      validationError:
        canOrder && context.validationError === validationMessages.billingIncomplete
          ? null
          : context.validationError,
    })),
  },
});

/** Returns the server's message that an order exists, or SPEC §8's message for a 400, whatever the status was. */
const messageOfPlaced = (error: unknown): string | null =>
  isFailure(error) ? failureMessage({ ...error, status: 400 }) : null;

const rejectUntilBilled = {
  type: 'rejectInput',
  params: { message: validationMessages.billingIncomplete },
} as const;

/** Shared by the states in which a kit is chosen. */
const choosing = orderKit.createStateConfig({
  on: {
    PLACE: [
      { guard: 'billingIncomplete', actions: rejectUntilBilled },
      {
        guard: { type: 'choiceMissing', params: ({ event }) => event },
        actions: { type: 'rejectInput', params: { message: validationMessages.requiredFields } },
      },
      { target: 'terms', actions: { type: 'keepChoice', params: ({ event }) => event } },
    ],
  },
});

/**
 * Orders a kit for one patient (SPEC §2 "Order Kit modal", §4 "Order flow", §5 "Order", §8 "Order").
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
          { guard: 'billingIncomplete', target: 'notPlaced', actions: rejectUntilBilled },
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
            actions: {
              type: 'keepOutput',
              params: ({ event }) => ({ message: messageOfPlaced(event.error), placedBefore: true }),
            },
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
