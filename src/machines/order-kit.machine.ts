import { assign, enqueueActions, setup } from 'xstate';
import {
  type Answer,
  type Failure,
  failureMessage,
  isBlank,
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
export type KitChoice = Pick<KitOrder, 'frequency' | 'kitType'>;

interface OrderKitOutput {
  /** The server's message about the order. */
  readonly message: string | null;
  /** The order was placed by an earlier try without a response. */
  readonly placedBefore: boolean;
}

/** Returns why a choice can't be ordered, as a message from SPEC §5; null if it can. */
export function choiceError(canOrder: boolean, { frequency, kitType }: KitChoice): string | null {
  if (!canOrder) return validationMessages.billingIncomplete;
  return isBlank(frequency) || isBlank(kitType) ? validationMessages.requiredFields : null;
}

/** Returns the context after a change of card or lab: the message that asks for them is gone once both exist. */
export const withBilling = (validationError: string | null, canOrder: boolean) => ({
  canOrder,
  validationError:
    canOrder && validationError === validationMessages.billingIncomplete ? null : validationError,
});

/**
 * Returns the result of an order that an earlier try without a response has placed: the server rejects this try because
 * the order exists. Its message is the server's, or SPEC §8's for a 400, whatever the status was.
 *
 * @param unanswered an earlier order for the patient got no response
 * @param error why this try failed
 * @returns null if the error means anything else
 */
export const placedEarlier = (unanswered: boolean, error: unknown): OrderKitOutput | null =>
  unanswered && reportsDuplicate(error)
    ? { message: failureMessage({ ...error, status: 400 }), placedBefore: true }
    : null;

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
    emitted: ValidationErrorEvent;
    output: OrderKitOutput;
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
    keepOutput: assign((_, output: OrderKitOutput) => output),
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
