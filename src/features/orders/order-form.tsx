import { useEffect, useState } from 'react';
import { api } from '@/app/api';
import { useBlankForm } from '@/app/form-draft';
import { kitChoicesOf } from '@/app/kit-choices';
import { useApiStore } from '@/app/operation-actor';
import {
  frequencyOptions,
  isBlank,
  isLabComplete,
  type Kit,
  kitOrder,
  type Lab,
  missingLabFields,
  nameOfKit,
  type PatientId,
  validationMessages,
} from '@/contract';
import * as z from '@/contract/zod';
import type { KitChoice } from '@/domain/kit-choice';
import { isCountTyped, mustTypeCount } from '@/domain/orders';
import { groupedCount } from '@/lib/grouped-count';
import { Notice, Problem, RetryNotice, useMessageInView } from '@/ui/feedback/notice';
import { Button } from '@/ui/form/button';
import { Field, RemoteSelectField, Select, TextInput } from '@/ui/form/field';
import { formResolver, useFirstInvalidFocus } from '@/ui/form/form-errors';
import { allSalesFinal, TermsDialog } from '@/ui/site/terms-dialog';
import { fixed, strings } from './strings';

/** Whether this clinic may place orders: it needs a card and a lab (§5 "Order"). */
export interface OrderReadiness {
  /** `unknown`: still fetching. `unavailable`: fetching failed. */
  readonly status: 'unknown' | 'unavailable' | 'incomplete' | 'ready';
  readonly hasCard: boolean;
  readonly hasLab: boolean;
  /** What is missing, as the notice names it. */
  readonly missing: readonly string[];
  readonly checking: boolean;
  /** Fetches again what could not be fetched. */
  readonly retry: () => void;
}

/** Names the missing lab, or the fields that it still needs. */
function nameOfMissing(lab: Lab | null | undefined): string {
  if (lab === null || lab === undefined) return strings.readiness.lab;
  return strings.readiness.labFields(missingLabFields(lab).map((field) => strings.readiness.labField[field]));
}

/** Fetches whether there is a card and a lab. */
export function useOrderReadiness(): OrderReadiness {
  const card = api.useCheckPaymentDetailsQuery();
  const lab = api.useFetchLabsQuery();
  const hasCard = card.data?.hasPaymentDetails ?? false;
  const hasLab = isLabComplete(lab.data);
  const isLoaded = card.data !== undefined && lab.data !== undefined;
  const failed = card.isError || lab.isError;
  return {
    status: isLoaded ? (hasCard && hasLab ? 'ready' : 'incomplete') : failed ? 'unavailable' : 'unknown',
    hasCard,
    hasLab,
    missing: [...(hasCard ? [] : [strings.readiness.card]), ...(hasLab ? [] : [nameOfMissing(lab.data)])],
    checking: card.isFetching || lab.isFetching,
    retry: () => {
      if (card.isError) card.refetch();
      if (lab.isError) lab.refetch();
    },
  };
}

/** The ways to what an order needs. */
export interface ReadinessLinks {
  /** Adding the card details. */
  readonly billing: {
    /** The label while `busy`. */
    readonly label: string;
    readonly busy: boolean;
    readonly start: () => void;
  };
  /** Opens the form with the lab details. */
  readonly onOpenLab: () => void;
}

interface ReadinessNoticeProps extends ReadinessLinks {
  readiness: OrderReadiness;
  /** An order was just rejected for this reason. */
  rejected?: boolean;
}

/** Warns until card details and lab details both exist, with buttons to add them (§2 "Authenticate section"). */
export function ReadinessNotice({ readiness, rejected = false, billing, onOpenLab }: ReadinessNoticeProps) {
  const notice = useMessageInView(rejected ? validationMessages.billingIncomplete : '');
  if (readiness.status === 'unavailable') {
    return (
      <RetryNotice retrying={readiness.checking} onRetry={readiness.retry}>
        {strings.readiness.unknown}
      </RetryNotice>
    );
  }
  if (readiness.status !== 'incomplete') return null;
  return (
    // A new one is announced.
    <Notice key={`${rejected}`} ref={notice} tone={rejected ? 'error' : 'warning'}>
      <p>{validationMessages.billingIncomplete}</p>
      <p className="mt-1">{strings.readiness.missing(readiness.missing)}</p>
      <div className="mt-3 flex flex-wrap gap-3">
        {readiness.hasCard ? null : (
          <Button
            variant="secondary"
            size="sm"
            busy={billing.busy}
            busyLabel={billing.label}
            onClick={billing.start}
          >
            {strings.readiness.addCard}
          </Button>
        )}
        {readiness.hasLab ? null : (
          <Button variant="secondary" size="sm" onClick={onOpenLab}>
            {strings.readiness.addLab}
          </Button>
        )}
      </div>
    </Notice>
  );
}

interface OrderProblemProps extends ReadinessLinks {
  readiness: OrderReadiness;
  /** Why the last try failed; null if there is nothing to show. */
  problem: string | null;
}

/** In a dialog that places orders: why the last try failed, and what is missing for any order. */
export function OrderProblem({ problem, readiness, ...links }: OrderProblemProps) {
  const hasNotice = readiness.status === 'incomplete' || readiness.status === 'unavailable';
  // The notice has the same text, or says that this could not be fetched.
  const rejected = hasNotice && problem === validationMessages.billingIncomplete;
  return (
    <>
      <Problem>{rejected ? null : problem}</Problem>
      <ReadinessNotice readiness={readiness} rejected={rejected} {...links} />
    </>
  );
}

const kitChoice = z.pick(kitOrder, { frequency: true, kitType: true });
const resolver = formResolver(kitChoice, strings.order.missing);

const optionOf = (kit: Kit) => ({
  value: kit.id,
  label: isBlank(kit.price) ? nameOfKit(kit) : strings.order.kitWithPrice(nameOfKit(kit), kit.price),
});

interface KitChoiceFormProps {
  /** Lets a button outside the form submit it. */
  id: string;
  /** Identifies the stored choice. */
  draftName: string;
  /** The patients to order for: what is known of their kits is filled in. */
  patientIds: readonly PatientId[];
  /** How many of them get the kit. Default: 1. */
  count?: number;
  /** Also called for an incomplete choice: the machine shows the message of §5. */
  onPlace: (choice: KitChoice, typedCount: string) => void;
}

/** Frequency and Kit Type of an order (§2 "Order Kit modal"), with a summary of what was chosen. */
export function KitChoiceForm({ id, draftName, patientIds, count = 1, onPlace }: KitChoiceFormProps) {
  const kits = api.useFetchProductsQuery();
  const store = useApiStore();
  const [{ differs, ...start }] = useState(() => kitChoicesOf(store).startOf(patientIds));
  const { register, handleSubmit, getValues, setValue, watch, formState } = useBlankForm(
    draftName,
    resolver,
    start,
  );
  const [typedCount, setTypedCount] = useState('');
  const { errors } = formState;
  const { frequency, kitType } = watch();
  const chosenKit = kits.data?.find((kit) => kit.id === kitType);
  const isGone = kits.data !== undefined && chosenKit === undefined;
  useEffect(() => {
    // The field shows nothing then, so nothing must be sent.
    if (isGone) setValue('kitType', '');
  }, [isGone, setValue]);
  return (
    <form
      ref={useFirstInvalidFocus(formState.submitCount)}
      id={id}
      noValidate
      className="grid gap-5"
      onSubmit={handleSubmit(
        (choice) => onPlace(choice, typedCount),
        () => onPlace(getValues(), typedCount),
      )}
    >
      {differs ? <p className="text-sm text-ink-2">{strings.order.differs}</p> : null}
      <Field label={fixed.order.frequency} required error={errors.frequency?.message}>
        <Select
          options={frequencyOptions}
          placeholder={strings.order.chooseFrequency}
          {...register('frequency')}
        />
      </Field>
      <RemoteSelectField
        label={fixed.order.kitType}
        name="kitType"
        required
        list={kits}
        toOption={optionOf}
        notLoaded={strings.order.kitsNotLoaded}
        placeholder={strings.order.chooseKit}
        value={kitType}
        onChange={(kit) => setValue('kitType', kit, { shouldValidate: formState.isSubmitted })}
        error={errors.kitType?.message}
        hint={kits.data?.length === 0 ? strings.order.noKits : undefined}
      />
      {chosenKit ? <OrderSummary kit={chosenKit} frequency={frequency} count={count} /> : null}
      {mustTypeCount(count) ? (
        <Field
          label={strings.order.count}
          required
          hint={strings.order.typeCount(count)}
          error={
            formState.submitCount > 0 && !isCountTyped(typedCount, count)
              ? strings.order.typeCount(count)
              : undefined
          }
          className="max-w-64"
        >
          <TextInput
            inputMode="numeric"
            autoComplete="off"
            value={typedCount}
            onChange={({ target }) => setTypedCount(target.value)}
          />
        </Field>
      ) : null}
    </form>
  );
}

interface OrderSummaryProps {
  kit: Kit;
  /** The chosen value; blank if none is chosen yet. */
  frequency: string;
  count: number;
}

/** Returns the price of so many kits; null if the server's text is no amount. */
function totalOf(price: string, count: number): string | null {
  if (!/^\d{1,9}(?:\.\d\d)?$/.test(price)) return null;
  const cents = Math.round(Number(price) * 100) * count;
  const rest = cents % 100;
  return `${groupedCount((cents - rest) / 100)}${rest === 0 ? '' : `.${String(rest).padStart(2, '0')}`}`;
}

/** What will be ordered: the kit, how often, the price, and that sales are final (§1). */
function OrderSummary({ kit, frequency, count }: OrderSummaryProps) {
  const often = frequencyOptions.find(({ value }) => value === frequency)?.label;
  const what = often === undefined ? nameOfKit(kit) : `${nameOfKit(kit)}, ${often}`;
  const price = isBlank(kit.price)
    ? []
    : [
        `${fixed.order.price(kit.price)}${count > 1 ? strings.order.forEach(count, totalOf(kit.price, count)) : ''}`,
      ];
  return (
    <p role="status" className="rounded-card bg-sunken px-4 py-3 text-sm tabular-nums">
      {[what, ...price, allSalesFinal].join('. ')}
    </p>
  );
}

interface OrderTermsProps {
  open: boolean;
  busy?: boolean;
  send: (event: { readonly type: 'AGREE' | 'DECLINE' }) => void;
}

/** The terms between Place Order and the first call (§2 "Order Kit modal"). */
export function OrderTerms({ open, busy, send }: OrderTermsProps) {
  return (
    <TermsDialog
      open={open}
      onOpenChange={(next) => {
        if (!next) send({ type: 'DECLINE' });
      }}
      onAgree={() => send({ type: 'AGREE' })}
      busy={busy}
      busyLabel={fixed.order.placing}
    />
  );
}
