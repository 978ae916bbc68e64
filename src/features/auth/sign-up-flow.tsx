import { type ReactElement, useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { type EventFrom, fromPromise, type SnapshotFrom } from 'xstate';
import { useFailuresInPlace } from '@/app/failures-in-place';
import { operationActor, runOperation } from '@/app/operation-actor';
import type { Store } from '@/app/store';
import { useFlow, useFlowEnd, useFlowEvents } from '@/app/use-flow';
import {
  failureMessage,
  isBlank,
  isOutcomeUnknown,
  rejectedSignupField,
  resendCodeAfter,
  type SignupField,
} from '@/contract';
import { cleanCode } from '@/contract/clean-text';
import type { SignUpKind } from '@/domain/sign-up';
import type { SignUpProgress } from '@/domain/storage-keys';
import { readStored, removeStored, writeStored } from '@/lib/storage';
import { signUpMachine } from '@/machines/sign-up.machine';
import type { SceneName } from '@/ui/art/scene';
import { Problem } from '@/ui/feedback/notice';
import { Button } from '@/ui/form/button';
import { Field, TextInput } from '@/ui/form/field';
import { useFocusHeadingOn } from '@/ui/layout/focus';
import { ButtonLink } from '@/ui/layout/links';
import { AuthLayout, NeedsScript } from '@/ui/site/auth-layout';
import { LoginHint, type LoginState } from './login-hint';
import { PatientForm } from './patient-form';
import { ProviderForm } from './provider-form';
import { type RejectedField, useRejectedField } from './sign-up-form';
import { fixed, strings } from './strings';

interface CodeStepProps {
  snapshot: SnapshotFrom<typeof signUpMachine>;
  send: (event: EventFrom<typeof signUpMachine>) => void;
}

/** The verification-code screen (§2, §4, §Notes). */
function CodeStep({ snapshot, send }: CodeStepProps) {
  // The code was accepted and only a later step failed: it is not requested again.
  const accepted = snapshot.hasTag('accepted');
  return (
    <div className="grid gap-6">
      <Problem also={alsoPossible(snapshot)}>{messageOf(snapshot)}</Problem>
      {accepted ? <LastStep snapshot={snapshot} send={send} /> : <CodeForm snapshot={snapshot} send={send} />}
      <Button
        variant="link"
        disabled={snapshot.hasTag('busy')}
        onClick={() => send({ type: 'CHANGE_EMAIL' })}
        className="justify-self-start"
      >
        {accepted ? strings.code.checkDetails : strings.code.changeEmail}
      </Button>
    </div>
  );
}

/** A code whose response was lost may have been accepted. */
const isCodeRejected = ({ context: { failure } }: CodeStepProps['snapshot']): boolean =>
  failure?.operation === 'verifyOtp' && !isOutcomeUnknown(failure);

/**
 * The message that is not shown beside the code. If an earlier try created the account, that is no failure: its message
 * is about the email in the form (§5).
 */
const messageOf = (snapshot: CodeStepProps['snapshot']): string | null =>
  snapshot.hasTag('taken') || isCodeRejected(snapshot) ? null : failureMessage(snapshot.context.failure);

/** Returns what the server may have done although the call failed. */
function alsoPossible(snapshot: CodeStepProps['snapshot']): string | null {
  const { failure } = snapshot.context;
  if (failure?.operation === 'sendOtp' && isOutcomeUnknown(failure)) return strings.both.mayBeSent;
  if (!snapshot.hasTag('outcome-unknown')) return null;
  return snapshot.hasTag('accepted') ? strings.code.mayBeCreated : strings.code.mayBeAccepted;
}

function LastStep({ snapshot, send }: CodeStepProps) {
  // An earlier try created the account.
  if (snapshot.hasTag('taken'))
    return (
      <ButtonLink
        to="/login"
        replace
        state={{ registered: snapshot.context.email } satisfies LoginState}
        size="lg"
      >
        {fixed.logIn}
      </ButtonLink>
    );
  return (
    <Button
      busy={snapshot.hasTag('busy')}
      busyLabel={strings.code.creating}
      onClick={() => send({ type: 'RETRY' })}
    >
      {strings.code.tryAgain}
    </Button>
  );
}

function CodeForm({ snapshot, send }: CodeStepProps) {
  const { register, handleSubmit, formState, setFocus, ...errors } = useForm({ defaultValues: { otp: '' } });
  const { failure } = snapshot.context;
  useRejectedField(failure && isCodeRejected(snapshot) ? { name: 'otp', failure } : null, errors);
  useEffect(() => setFocus('otp'), [setFocus]);
  const busy = snapshot.hasTag('busy');
  const canResend = snapshot.hasTag('can-resend');
  const resend = () => {
    // The button is disabled from now on, and would lose the focus.
    setFocus('otp');
    send({ type: 'RESEND' });
  };
  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={handleSubmit(({ otp }) => send({ type: 'VERIFY', otp: cleanCode(otp) }))}
    >
      <Field label={strings.code.code} required error={formState.errors.otp?.message}>
        <TextInput
          {...register('otp', { validate: (otp) => !isBlank(otp) || strings.code.missing })}
          inputMode="numeric"
          autoComplete="one-time-code"
        />
      </Field>
      <Button type="submit" busy={busy} busyLabel={strings.code.verifying}>
        {strings.code.verify}
      </Button>
      <Button variant="ghost" disabled={!canResend || busy} onClick={resend}>
        {canResend ? strings.code.resend : <ResendIn />}
      </Button>
      {snapshot.hasTag('outcome-unknown') ? (
        <Button variant="secondary" disabled={busy} onClick={() => send({ type: 'CONTINUE' })}>
          {strings.code.continue}
        </Button>
      ) : null}
    </form>
  );
}

/** Counts the seconds from its first render. The machine decides when the wait is over. */
function ResendIn() {
  const [seconds, setSeconds] = useState(resendCodeAfter / 1000);
  useEffect(() => {
    const end = Date.now() + resendCodeAfter;
    const tick = () => setSeconds(Math.max(0, Math.ceil((end - Date.now()) / 1000)));
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, []);
  return <span>{strings.code.resendIn(seconds)}</span>;
}

/** Masks an email so that its owner still recognizes it but others do not: `an•••@example.com`. */
function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  const start = email.slice(0, at > 3 ? 2 : 1);
  return at < 1 ? email : `${start}•••${email.slice(at)}`;
}

/** The calls of both kinds of sign-up. */
const calls = ['sendOtp', 'verifyOtp', 'createCustomer', 'clinicSignup', 'patientSignup'] as const;

const storageKeyOf = (kind: SignUpKind) => (kind === 'provider' ? 'providerSignUp' : 'patientSignUp');

/**
 * The sign-up machine, connected to the API and to the progress stored by this tab: a reload keeps what was typed
 * (never the password) and which steps are done (§Notes "Sign-up and sessions").
 */
function useSignUp(kind: SignUpKind) {
  const storageKey = storageKeyOf(kind);
  const [remembered] = useState(() => readStored(storageKey));
  const [snapshot, send, actor] = useFlow('sign-up', connect, { kind, progress: remembered });
  useFailuresInPlace(calls, () => actor.getSnapshot().hasTag('busy'));

  useFlowEvents(actor, {
    // The form can be changed while it is being sent: what was typed since is newer.
    progress: ({ progress }) =>
      writeStored(storageKey, {
        ...progress,
        values: { ...progress.values, ...readStored(storageKey).values },
      }),
  });
  useFlowEnd(actor, () => removeStored(storageKey));
  const accountExists = snapshot.hasTag('taken') || snapshot.hasTag('done');
  useEffect(() => {
    if (accountExists && kind === 'patient') removeStored('clinicRequest');
  }, [accountExists, kind]);

  const storeInput = (values: SignUpProgress['values']) =>
    writeStored(storageKey, { ...readStored(storageKey), values });
  return { snapshot, send, storedInput: remembered.values, storeInput };
}

const connect = (store: Store) =>
  signUpMachine.provide({
    actors: {
      sendCode: operationActor(store, 'sendOtp', (body: { email: string; phoneNumber: string }) => ({
        body,
      })),
      verifyCode: operationActor(store, 'verifyOtp', (body: { email: string; otp: string }) => ({ body })),
      createCustomer: operationActor(store, 'createCustomer', (body) => ({ body }), {
        acceptDuplicate: true,
      }),
      createAccount: fromPromise(({ input }) => {
        const options = { acceptDuplicate: input.mayExist };
        return input.kind === 'provider'
          ? runOperation(store, 'clinicSignup', { body: input.signup }, options)
          : runOperation(store, 'patientSignup', { body: input.signup }, options);
      }),
    },
  });

/** Register as Provider: form, verification code, done (§2, §4). */
export function ProviderSignUp() {
  const flow = useSignUp('provider');
  const rejected = rejectedIn(flow, { email: 'email', phone: 'phoneNumber', postalCode: 'postalCode' });
  return (
    <SignUpScreens
      flow={flow}
      title={fixed.provider.title}
      description={strings.provider.description}
      scene="clinic"
      hasMessageAtField={rejected !== null}
    >
      <ProviderForm
        {...formProps(flow)}
        rejected={rejected}
        onSubmit={(signup) => flow.send({ type: 'SUBMIT', values: { kind: 'provider', signup } })}
      />
    </SignUpScreens>
  );
}

/** Register as Patient: form, verification code, done (§2, §4). */
export function PatientSignUp() {
  const flow = useSignUp('patient');
  const rejected = rejectedIn(flow, { email: 'email', phone: 'phone' });
  return (
    <SignUpScreens
      flow={flow}
      title={fixed.patient.title}
      description={strings.patient.description}
      scene="door"
      hasMessageAtField={rejected !== null}
    >
      <PatientForm
        {...formProps(flow)}
        rejected={rejected}
        onSubmit={(signup) => flow.send({ type: 'SUBMIT', values: { kind: 'patient', signup } })}
      />
    </SignUpScreens>
  );
}

type Flow = ReturnType<typeof useSignUp>;

const formProps = ({ snapshot, storedInput, storeInput }: Flow) => ({
  storedInput,
  busy: snapshot.hasTag('busy'),
  onTyped: storeInput,
});

/** The field that the last failure is about, by its name in the form, while the form is shown and has it. */
function rejectedIn<const Name extends string>(
  { snapshot }: Flow,
  names: Readonly<Partial<Record<SignupField, Name>>>,
): RejectedField<Name> | null {
  const { failure } = snapshot.context;
  const field = failure && snapshot.hasTag('form') ? rejectedSignupField(failure) : null;
  const name = field ? names[field] : undefined;
  return failure && name ? { name, failure } : null;
}

interface SignUpScreensProps {
  flow: Flow;
  title: string;
  description: string;
  scene: SceneName;
  /** The form shows the failure beside a field. */
  hasMessageAtField: boolean;
  children: ReactElement | null;
}

/**
 * Shows the screen of the machine's state. The form stays mounted but hidden during the code step, so that "Change
 * email" shows every field unchanged, passwords included.
 */
function SignUpScreens({
  flow: { snapshot, send },
  title,
  description,
  scene,
  hasMessageAtField,
  children,
}: SignUpScreensProps) {
  const { context } = snapshot;
  const email = context.values?.signup.email ?? '';
  const screens = (['done', 'taken', 'accepted', 'code', 'form'] as const).filter((tag) =>
    snapshot.hasTag(tag),
  );
  useFocusHeadingOn(screens.join(), { onlyIfLost: true });
  if (snapshot.hasTag('done')) {
    const registered = snapshot.output?.email ?? '';
    return (
      <AuthLayout title={strings.done.title} description={strings.done.description(registered)} scene={scene}>
        {/* Replaced, because Back would lead to a blank form. */}
        <ButtonLink to="/login" replace state={{ registered } satisfies LoginState} size="lg">
          {fixed.logIn}
        </ButtonLink>
      </AuthLayout>
    );
  }
  const asksCode = snapshot.hasTag('code');
  return (
    <AuthLayout
      width="wide"
      scene={scene}
      {...(asksCode ? codeText(snapshot, email) : { title, description })}
      footer={<LoginHint />}
    >
      <div hidden={asksCode}>
        <NeedsScript />
        {asksCode || hasMessageAtField ? null : <FormProblem snapshot={snapshot} send={send} />}
        {children}
      </div>
      {asksCode ? <CodeStep snapshot={snapshot} send={send} /> : null}
    </AuthLayout>
  );
}

/** Why the form was rejected, and how to continue if the code may have arrived anyway. */
function FormProblem({ snapshot, send }: Pick<Flow, 'snapshot' | 'send'>) {
  const mayBeSent = snapshot.hasTag('outcome-unknown');
  return (
    <Problem
      className="mb-5"
      also={mayBeSent ? strings.both.mayBeSent : null}
      action={
        mayBeSent ? (
          <Button variant="secondary" size="sm" onClick={() => send({ type: 'ENTER_CODE' })}>
            {strings.both.enterCode}
          </Button>
        ) : null
      }
    >
      {failureMessage(snapshot.context.failure)}
    </Problem>
  );
}

/** Title and description above the code, or above the last step once the code was accepted. */
function codeText(snapshot: Flow['snapshot'], email: string) {
  if (snapshot.hasTag('taken')) return { title: strings.code.takenTitle, description: strings.code.taken };
  if (snapshot.hasTag('accepted'))
    return { title: strings.code.acceptedTitle, description: strings.code.accepted };
  return { title: strings.code.title, description: strings.code.description(maskEmail(email)) };
}
