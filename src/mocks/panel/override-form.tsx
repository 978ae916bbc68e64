import type { ScenarioState } from '@kitwell/mock-engine/control';
import { describeLatency } from '@kitwell/mock-engine/engine/latency';
import {
  arrivesBadly,
  type BodyArrival,
  type OverrideOptions,
  type OverrideWhere,
  type Step,
} from '@kitwell/mock-engine/engine/overrides';
import { errorMessage } from '@kitwell/mock-engine/error-message';
import { X } from 'lucide-react';
import { type SubmitEvent, useId, useMemo, useState } from 'react';
import { Button, IconButton } from '@/ui/form/button';
import { Field, Select, TextArea, TextInput } from '@/ui/form/field';
import type { PanelContext } from './panel-context';

type Override = ScenarioState['overrides'][number];
type OwnStep = Exclude<Step, string>;

const textOf = (value: unknown) => {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
};

/** How a body arrives badly, such as `reset after 20 bytes`. */
export const describeArrival = ({ drip, resetAfter, truncateAfter }: BodyArrival): string =>
  [
    drip !== undefined && `dripping for ${drip} ms`,
    resetAfter !== undefined && `reset after ${resetAfter} bytes`,
    truncateAfter !== undefined && `truncated after ${truncateAfter} bytes`,
  ]
    .filter((part) => part !== false)
    .join(', ');

/** How an override answers and when, such as `once, after 20 ms, from call 3`. */
export function describeOptions({ times, delay, where, ...options }: Omit<Override, 'operation'>): string {
  const { headers, body } = options;
  const { caller, from, nth } = where ?? {};
  const often = times === undefined ? 'always' : times === 1 ? 'once' : `${times} times`;
  const parts = [
    nth === undefined ? often : `at call ${nth}`,
    from !== undefined && `from call ${from}`,
    delay !== undefined && `after ${typeof delay === 'number' ? `${delay} ms` : describeLatency(delay)}`,
    headers && `with ${Object.keys(headers).join(', ')}`,
    body !== undefined && `body ${textOf(body)}`,
    arrivesBadly(options) && describeArrival(options),
    caller !== undefined && `if by ${caller}`,
    where?.body !== undefined && `if the body has ${textOf(where.body)}`,
  ];
  return parts.filter((part) => typeof part === 'string').join(', ');
}

const arrivals = [
  { value: '', label: 'whole and at once' },
  { value: 'drip', label: 'slowly, within … milliseconds' },
  { value: 'resetAfter', label: 'broken off after … bytes' },
  { value: 'truncateAfter', label: 'truncated after … bytes' },
] as const;

/** The fields of one answer, as text. */
const emptyAnswer = {
  branch: '',
  headers: '',
  body: '',
  delay: '',
  times: '',
  arrival: '',
  amount: '20',
};
const emptyCondition = { caller: '', body: '', from: '' };

const numberIn = (text: string) => (text.trim() === '' ? undefined : Number(text));

function headersIn(text: string): Record<string, string> | undefined {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  if (lines.length === 0) return undefined;
  return Object.fromEntries(
    lines.map((line) => {
      const [name = '', ...value] = line.split(':');
      if (value.length === 0) throw new Error(`A header reads like "Retry-After: 30", not "${line}".`);
      return [name.trim(), value.join(':').trim()];
    }),
  );
}

/** JSON if it is JSON, else the text itself. */
function bodyIn(text: string): unknown {
  if (text.trim() === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function stepOf({ branch, headers, body, delay, times, arrival, amount }: typeof emptyAnswer): OwnStep {
  if (branch.trim() === '') throw new Error('Choose a branch or a status.');
  const options: OverrideOptions = {
    headers: headersIn(headers),
    body: bodyIn(body),
    delay: numberIn(delay),
    times: numberIn(times),
    ...(arrival !== '' && { [arrival]: numberIn(amount) }),
  };
  const filled = Object.entries(options).filter(([, value]) => value !== undefined);
  return { branch: branch.trim(), ...Object.fromEntries(filled) };
}

function conditionOf({ caller, body, from }: typeof emptyCondition): OverrideWhere | undefined {
  if (caller.trim() === '' && body.trim() === '' && from.trim() === '') return undefined;
  const expectedBody = bodyIn(body);
  if (typeof expectedBody === 'string')
    throw new Error('The body of the condition is JSON: { "field": "value" }');
  return {
    ...(caller.trim() !== '' && { caller: caller.trim() }),
    ...(expectedBody !== undefined && { body: expectedBody }),
    ...(from.trim() !== '' && { from: Number(from) }),
  };
}

interface FieldsProps<Values> {
  values: Values;
  onChange: (change: Partial<Values>) => void;
}

interface BoundFieldProps<Values> extends FieldsProps<Values> {
  name: keyof Values & string;
  label: string;
  hint?: string;
}

/** A number from `min`, by the name of its value. */
function NumberField<Values extends Record<string, string>>({
  values,
  onChange,
  name,
  label,
  hint,
  ...input
}: BoundFieldProps<Values> & { min: number; max?: number; disabled?: boolean }) {
  return (
    <Field label={label} hint={hint}>
      <TextInput
        {...input}
        type="number"
        value={values[name]}
        onChange={({ target }) => onChange({ [name]: target.value } as Partial<Values>)}
      />
    </Field>
  );
}

/** A text in a fixed-width font, by the name of its value. */
function CodeField<Values extends Record<string, string>>({
  values,
  onChange,
  name,
  label,
  hint,
}: BoundFieldProps<Values>) {
  return (
    <Field label={label} hint={hint}>
      <TextArea
        spellCheck={false}
        rows={2}
        className="min-h-16 font-mono text-caption"
        value={values[name]}
        onChange={({ target }) => onChange({ [name]: target.value } as Partial<Values>)}
      />
    </Field>
  );
}

const pair = 'grid grid-cols-1 gap-3 @lg:grid-cols-2';

function AnswerFields({
  branches,
  ...bound
}: FieldsProps<typeof emptyAnswer> & { branches: readonly string[] }) {
  const { values, onChange } = bound;
  const list = useId();
  return (
    <>
      <div className={pair}>
        <Field label="Branch or status" hint="A branch; with a body or headers any status.">
          <TextInput
            list={list}
            autoComplete="off"
            value={values.branch}
            onChange={({ target }) => onChange({ branch: target.value })}
          />
        </Field>
        <datalist id={list}>
          {branches.map((branch) => (
            <option key={branch} value={branch} />
          ))}
        </datalist>
        <CodeField {...bound} name="headers" label="Headers" hint="One a line, such as Retry-After: 30" />
      </div>
      <CodeField {...bound} name="body" label="Response body" hint="JSON, or a text." />
      <div className={pair}>
        <Field label="The body arrives">
          <Select
            value={values.arrival}
            options={arrivals}
            onChange={({ target }) => onChange({ arrival: target.value })}
          />
        </Field>
        <NumberField
          {...bound}
          name="amount"
          label="Milliseconds or bytes"
          min={0}
          disabled={values.arrival === ''}
        />
        <NumberField
          {...bound}
          name="delay"
          label="Delay in milliseconds"
          hint="Empty: as long as usual."
          min={0}
          max={60_000}
        />
        <NumberField
          {...bound}
          name="times"
          label="Number of calls"
          hint="Empty: always, or once in a sequence."
          min={1}
        />
      </div>
    </>
  );
}

function ConditionFields(bound: FieldsProps<typeof emptyCondition>) {
  return (
    <fieldset className="grid grid-cols-1 gap-3">
      <legend className="mb-2 font-semibold">Only if</legend>
      <div className={pair}>
        <Field label="The call is by" hint="Email or id of an account; * is any characters.">
          <TextInput
            autoComplete="off"
            value={bound.values.caller}
            onChange={({ target }) => bound.onChange({ caller: target.value })}
          />
        </Field>
        <NumberField {...bound} name="from" label="From call number" hint="Counted from now." min={1} />
      </div>
      <CodeField
        {...bound}
        name="body"
        label="The request body has"
        hint='JSON, such as { "email": "ada@*" }'
      />
    </fieldset>
  );
}

/** The answers so far, in turn. */
function StepList({ steps, onRemove }: { steps: readonly OwnStep[]; onRemove: (position: number) => void }) {
  if (steps.length === 0) return null;
  return (
    <ol aria-label="Sequence" className="grid grid-cols-1 gap-1">
      {steps.map(({ branch, ...options }, position) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: a sequence may have equal answers, and rows hold no state.
          key={position}
          className="flex items-center gap-2 rounded-control border border-line ps-3"
        >
          <span className="me-auto min-w-0 wrap-anywhere">
            <strong>{branch}</strong>{' '}
            <span className="text-ink-2">{describeOptions({ branch, times: 1, ...options })}</span>
          </span>
          <IconButton
            label={`Remove answer ${position + 1}`}
            size="sm"
            icon={<X aria-hidden="true" className="size-4" />}
            onClick={() => onRemove(position)}
          />
        </li>
      ))}
    </ol>
  );
}

/** Sets any answer: status, headers, body, delay, a sequence, and a condition. */
export function OverrideForm({ context: { control } }: { context: PanelContext }) {
  const operations = useMemo(() => control.operations(), [control]);
  const [operation, setOperation] = useState(operations[0]?.operation ?? '');
  const [answer, setAnswer] = useState(emptyAnswer);
  const [steps, setSteps] = useState<readonly OwnStep[]>([]);
  const [condition, setCondition] = useState(emptyCondition);
  const [problem, setProblem] = useState<string>();
  const [outcome, setOutcome] = useState('');

  const attempt = (work: () => void) => {
    setProblem(undefined);
    setOutcome('');
    try {
      work();
    } catch (error) {
      setProblem(errorMessage(error));
    }
  };
  const addStep = () =>
    attempt(() => {
      setSteps([...steps, stepOf(answer)]);
      setAnswer(emptyAnswer);
    });
  const set = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    attempt(() => {
      // After "Then", the fields may be empty: the sequence ends with its last answer.
      const isSequence = steps.length > 0;
      const all = isSequence && answer.branch.trim() === '' ? steps : [...steps, stepOf(answer)];
      const where = conditionOf(condition);
      const [first] = all;
      if (isSequence) control.set(operation, all, { where });
      else if (first) control.set(operation, first.branch, { ...first, where });
      setSteps([]);
      setAnswer(emptyAnswer);
      setCondition(emptyCondition);
      setOutcome(`${operation} answers so now.`);
    });
  };
  return (
    <details className="rounded-control border border-line bg-surface px-3 py-2 text-sm">
      <summary className="min-h-6 cursor-pointer font-semibold">Answer by hand</summary>
      <form className="mt-3 grid grid-cols-1 gap-3" onSubmit={set} noValidate>
        <Field label="Call">
          <Select
            value={operation}
            options={operations.map((known) => ({ value: known.operation, label: known.operation }))}
            onChange={({ target }) => setOperation(target.value)}
          />
        </Field>
        <StepList
          steps={steps}
          onRemove={(position) => setSteps(steps.filter((_, other) => other !== position))}
        />
        <AnswerFields
          values={answer}
          onChange={(change) => setAnswer({ ...answer, ...change })}
          branches={operations.find((known) => known.operation === operation)?.branches ?? []}
        />
        <ConditionFields
          values={condition}
          onChange={(change) => setCondition({ ...condition, ...change })}
        />
        {problem ? (
          <p role="alert" className="text-caption text-red">
            {problem}
          </p>
        ) : null}
        <div className="flex flex-wrap items-center gap-2">
          <Button type="submit" size="sm">
            Set answer
          </Button>
          <Button variant="secondary" size="sm" onClick={addStep}>
            Then another
          </Button>
          <p role="status" className="text-ink-2">
            {outcome}
          </p>
        </div>
      </form>
    </details>
  );
}
