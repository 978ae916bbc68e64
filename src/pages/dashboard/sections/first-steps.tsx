import { CircleCheck, CircleDashed } from 'lucide-react';
import { useEffect, useId } from 'react';
import { isLabComplete } from '@/contract';
import { api } from '@/features/api/api';
import { useBilling } from '@/features/billing/use-billing';
import { useRequestedOrders } from '@/features/orders/order-records';
import { useGridSession } from '@/features/patients/add/grid-session';
import { readStored, useStored } from '@/lib/storage';
import { cx } from '@/ui/cx';
import { Button } from '@/ui/form/button';
import { useFocusHeadingOn } from '@/ui/layout/use-focus-heading-on';
import { VisuallyHidden } from '@/ui/layout/visually-hidden';
import { strings } from '../strings';
import type { SectionProps } from './section-props';
import { openLab } from './shortcuts';

/** Whether each step of a clinic's first day is done. */
type Steps = Readonly<Record<(typeof stepNames)[number], boolean>>;
const stepNames = ['lab', 'card', 'patients', 'order'] as const;

/** What the Patients section shows above its tabs, and whether that is known. */
interface FirstStepsState {
  /** Null while a step is unknown, and when there is nothing to show. */
  readonly steps: Steps | null;
  /** A response is missing that may still come; one that failed may not. */
  readonly pending: boolean;
  readonly hidden: boolean;
  readonly hide: () => void;
}

/** Whether a query may still get its first data. */
const isPending = ({ data, isError }: { readonly data?: unknown; readonly isError: boolean }): boolean =>
  data === undefined && !isError;

/**
 * Reads the steps from the calls that exist. A clinic that has a card and a lab is past its first day, unless the steps
 * were shown since the last login.
 */
export function useFirstSteps(): FirstStepsState {
  const [state, setState] = useStored('firstSteps');
  const hidden = state === 'hidden';
  const payment = api.useCheckPaymentDetailsQuery(undefined, { skip: hidden });
  const storedLab = api.useFetchLabsQuery(undefined, { skip: hidden });
  const card = payment.data?.hasPaymentDetails;
  const lab = storedLab.data === undefined ? undefined : isLabComplete(storedLab.data);
  const begun = state === 'open' || card === false || lab === false;
  // The list may be long: it is only fetched for a clinic that has not finished.
  const patients = api.useFetchPatientsQuery(undefined, { skip: hidden || !begun });
  const listed = patients.data;
  const order = useRequestedOrders() > 0;
  const known = !hidden && begun && card !== undefined && lab !== undefined && listed !== undefined;
  const steps: Steps | null = known ? { lab, card, patients: listed.length > 0, order } : null;
  const missing = steps !== null && Object.values(steps).includes(false);
  useEffect(() => {
    // Not when the state changes: a logout clears the storage shortly before the dashboard goes.
    if (missing && readStored('firstSteps') === null) setState('open');
  }, [missing, setState]);
  return {
    steps: missing ? steps : null,
    pending: !hidden && [payment, storedLab, ...(begun ? [patients] : [])].some(isPending),
    hidden,
    hide: () => void setState('hidden'),
  };
}

interface StepButtonProps extends SectionProps {
  step: keyof Steps;
}

/** Leads to a step. */
function StepButton({ step, onOpen }: StepButtonProps) {
  const billing = useBilling();
  const grid = useGridSession();
  const actions: Readonly<Record<keyof Steps, () => void>> = {
    lab: () => openLab(onOpen),
    card: billing.start,
    patients: () => {
      onOpen('patients');
      grid.show('start');
    },
    order: () => onOpen('authenticate'),
  };
  return (
    <Button
      variant="secondary"
      size="sm"
      busy={step === 'card' && billing.busy}
      busyLabel={billing.label}
      onClick={actions[step]}
    >
      {strings.firstSteps.actions[step]}
    </Button>
  );
}

interface StepProps extends StepButtonProps {
  done: boolean;
}

function Step({ step, done, onOpen }: StepProps) {
  const Icon = done ? CircleCheck : CircleDashed;
  return (
    <li className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-2">
      <Icon aria-hidden="true" className={cx('size-5 shrink-0', done ? 'text-green' : 'text-ink-3')} />
      <span className={cx('min-w-0 flex-[1_1_6rem]', done ? 'text-ink-2' : 'font-medium')}>
        {strings.firstSteps.names[step]}
        <VisuallyHidden>{done ? strings.firstSteps.done : strings.firstSteps.toDo}</VisuallyHidden>
      </span>
      {done ? null : <StepButton step={step} onOpen={onOpen} />}
    </li>
  );
}

interface ChecklistProps extends SectionProps {
  steps: Steps;
  onHide: () => void;
}

function Checklist({ steps, onOpen, onHide }: ChecklistProps) {
  const headingId = useId();
  const texts = strings.firstSteps;
  const done = stepNames.filter((step) => steps[step]).length;
  return (
    <section aria-labelledby={headingId} data-print="hidden" className="card grid max-w-3xl gap-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <h2 id={headingId} className="text-h3 font-semibold">
          {texts.title}
        </h2>
        <p className="text-sm text-ink-2 tabular-nums">{texts.progress(done, stepNames.length)}</p>
        <Button variant="ghost" size="sm" className="ms-auto" onClick={onHide}>
          {texts.hide}
        </Button>
      </div>
      <ol className="grid gap-2">
        {stepNames.map((step) => (
          <Step key={step} step={step} done={steps[step]} onOpen={onOpen} />
        ))}
      </ol>
    </section>
  );
}

/**
 * What a new clinic needs before its first order, until all of it is done. Nothing is shown while a step is unknown, so
 * that the list never flashes. It can be hidden until the next login.
 */
export function FirstSteps({ state, onOpen }: SectionProps & { state: FirstStepsState }) {
  const { steps, hidden, hide } = state;
  // Hiding the list removes the button that has the focus.
  useFocusHeadingOn(String(hidden), { onlyIfLost: true });
  return steps === null ? null : <Checklist steps={steps} onOpen={onOpen} onHide={hide} />;
}

/** Leads on from the clinic's profile, once the lab is stored, to what is still missing. */
export function NextStep({ onOpen }: SectionProps) {
  const { steps } = useFirstSteps();
  const next = steps?.lab === true ? stepNames.find((step) => !steps[step]) : undefined;
  if (next === undefined) return null;
  return (
    <div
      data-print="hidden"
      className="bottom-0 z-10 flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line bg-canvas pt-3 pb-[calc(0.75rem+var(--badge-room,0px))] tall:sticky"
    >
      <p className="font-medium">{strings.firstSteps.next(strings.firstSteps.names[next])}</p>
      <StepButton step={next} onOpen={onOpen} />
    </div>
  );
}
