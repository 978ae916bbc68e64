import { CircleCheck, CircleDashed } from 'lucide-react';
import { useId } from 'react';
import { useNewPatients } from '@/app/new-patients';
import { useApiStore } from '@/app/operation-actor';
import { sendRequest } from '@/app/section-request';
import { useBilling } from '@/features/billing/use-billing';
import { useRequestedOrders } from '@/features/orders/order-records';
import { groupedCount } from '@/lib/grouped-count';
import { cx } from '@/ui/cx';
import { Button } from '@/ui/form/button';
import { VisuallyHidden } from '@/ui/layout/content';
import { useFocusHeadingOn } from '@/ui/layout/focus';
import type { SectionProps } from './section-props';
import { openAddPatients, openLab } from './shortcuts';
import { type FirstStepsState, useFirstSteps } from './use-first-steps';

// Ours: free to reword.
const strings = {
  title: 'Set up your clinic',
  progress: (done: number, all: number) => `${done} of ${all} done`,
  hide: 'Hide for now',
  done: ': done',
  toDo: ': to do',
  names: { lab: 'Your lab', card: 'Your card', patients: 'Your patients', order: 'Your first order' },
  actions: {
    lab: 'Add lab details',
    card: 'Add card details',
    patients: 'Add patients',
    file: 'Import a file',
    order: 'Order a kit',
  },
  authenticatedFirst: 'Patients are authenticated first.',
  authenticates: (count: number) =>
    count === 1
      ? 'Authenticates your new patient first.'
      : `Authenticates your ${groupedCount(count)} new patients first.`,
  next: (step: string) => `Next step: ${step.toLowerCase()}`,
  afterLab: (step: string) => `After your lab: ${step.toLowerCase()}`,
} as const;

const stepNames = ['lab', 'card', 'patients', 'order'] as const;
type Steps = Readonly<Record<(typeof stepNames)[number], boolean>>;

/** Whether each step is done; null if there is nothing to do, and while that is unknown. */
function useSteps({ steps: read }: Pick<FirstStepsState, 'steps'>): Steps | null {
  const order = useRequestedOrders() > 0;
  const steps = read && { ...read, order };
  return steps && Object.values(steps).includes(false) ? steps : null;
}

interface StepButtonProps extends SectionProps {
  step: keyof Steps;
}

/** Lead to a step. */
function StepButtons({ step, onOpen }: StepButtonProps) {
  const billing = useBilling();
  const store = useApiStore();
  const { newPatients, added } = useNewPatients();
  const addBy = (action: 'start' | 'import') => () => {
    sendRequest(store, { action });
    openAddPatients(onOpen);
  };
  const actions: Readonly<Record<keyof Steps, () => void>> = {
    lab: () => openLab(onOpen),
    card: billing.start,
    patients: addBy('start'),
    order: () => (added === null ? onOpen('authenticate') : newPatients.order()),
  };
  return (
    <div className="ms-auto flex flex-wrap gap-2">
      <Button
        variant="secondary"
        size="sm"
        busy={step === 'card' && billing.busy}
        busyLabel={billing.label}
        onClick={actions[step]}
      >
        {strings.actions[step]}
      </Button>
      {step === 'patients' ? (
        <Button variant="secondary" size="sm" onClick={addBy('import')}>
          {strings.actions.file}
        </Button>
      ) : null}
    </div>
  );
}

/** What comes before the first order. */
function AuthenticatedFirst() {
  const { added } = useNewPatients();
  return (
    <p className="text-caption text-ink-2">
      {added === null || added.ids.size === 0
        ? strings.authenticatedFirst
        : strings.authenticates(added.count)}
    </p>
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
      <div className="min-w-0 flex-[1_1_6rem]">
        <span className={done ? 'text-ink-2' : 'font-medium'}>
          <span>{strings.names[step]}</span>
          <VisuallyHidden>{done ? strings.done : strings.toDo}</VisuallyHidden>
        </span>
        {step === 'order' && !done ? <AuthenticatedFirst /> : null}
      </div>
      {done ? null : <StepButtons step={step} onOpen={onOpen} />}
    </li>
  );
}

interface ChecklistProps extends SectionProps {
  steps: Steps;
  onHide: () => void;
}

function Checklist({ steps, onOpen, onHide }: ChecklistProps) {
  const headingId = useId();
  const done = stepNames.filter((step) => steps[step]).length;
  return (
    <section aria-labelledby={headingId} data-print="hidden" className="card grid max-w-3xl gap-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <h2 id={headingId} className="text-h3 font-semibold">
          {strings.title}
        </h2>
        <p className="text-sm text-ink-2 tabular-nums">{strings.progress(done, stepNames.length)}</p>
        <Button variant="ghost" size="sm" className="ms-auto" onClick={onHide}>
          {strings.hide}
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
  const { hidden, hide } = state;
  const steps = useSteps(state);
  // Hiding the list removes the button that has the focus.
  useFocusHeadingOn(String(hidden), { onlyIfLost: true });
  return steps === null ? null : <Checklist steps={steps} onOpen={onOpen} onHide={hide} />;
}

/**
 * Leads on from the clinic's profile, once the lab is stored, to what is still missing. It has its place before that: coming
 * later, it would cover the button that has saved the lab.
 */
export function NextStep({ onOpen }: SectionProps) {
  const steps = useSteps(useFirstSteps());
  const next = steps === null ? undefined : stepNames.find((step) => step !== 'lab' && !steps[step]);
  if (steps === null || next === undefined) return null;
  const name = strings.names[next];
  return (
    <div
      data-print="hidden"
      data-action-bar=""
      className="bottom-0 z-10 flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line bg-canvas pt-3 pb-[calc(0.75rem+var(--badge-room,0px))] tall:sticky"
    >
      <p className="font-medium">{steps.lab ? strings.next(name) : strings.afterLab(name)}</p>
      <div style={steps.lab ? undefined : { visibility: 'hidden' }}>
        <StepButtons step={next} onOpen={onOpen} />
      </div>
    </div>
  );
}
