import type { ReactNode } from 'react';
import { AuthLayout } from '@/shared/layout/auth-layout';
import { ButtonLink } from '@/shared/ui/button-link';
import { useFocusHeadingOn } from '@/shared/ui/use-focus-heading-on';
import { LoginHint } from '../login/login-hint';
import { CodeStep } from './code-step';
import { maskEmail } from './mask-email';
import { PatientForm } from './patient-form';
import { ProviderForm } from './provider-form';
import { fixed, strings } from './strings';
import { useSignUp } from './use-sign-up';

/** Register as Provider: form, verification code, done (SPEC §2, §4). */
export function ProviderSignUp() {
  const flow = useSignUp('provider');
  return (
    <SignUpScreens flow={flow} title={fixed.provider.title} description={strings.provider.description}>
      <ProviderForm
        {...formProps(flow)}
        onSubmit={(signup) => flow.send({ type: 'SUBMIT', values: { kind: 'provider', signup } })}
      />
    </SignUpScreens>
  );
}

/** Register as Patient: form, verification code, done (SPEC §2, §4). */
export function PatientSignUp() {
  const flow = useSignUp('patient');
  return (
    <SignUpScreens flow={flow} title={fixed.patient.title} description={strings.patient.description}>
      <PatientForm
        {...formProps(flow)}
        onSubmit={(signup) => flow.send({ type: 'SUBMIT', values: { kind: 'patient', signup } })}
      />
    </SignUpScreens>
  );
}

type Flow = ReturnType<typeof useSignUp>;

const formProps = ({ snapshot, typedBefore, keepTyped }: Flow) => ({
  typedBefore,
  busy: snapshot.hasTag('busy'),
  failure: snapshot.hasTag('form') ? snapshot.context.failure : null,
  onTyped: keepTyped,
});

interface SignUpScreensProps {
  flow: Flow;
  title: string;
  description: string;
  children: ReactNode;
}

/**
 * The screen that the machine is at. The form stays in the page, hidden, while the code is asked for, so that "Change
 * email" finds every field as it was, the passwords included.
 */
function SignUpScreens({ flow: { snapshot, send }, title, description, children }: SignUpScreensProps) {
  const { context } = snapshot;
  const email = context.values?.signup.email ?? '';
  const screens = (['done', 'accepted', 'code', 'form'] as const).filter((tag) => snapshot.hasTag(tag));
  useFocusHeadingOn(screens.join(), { onlyIfLost: true });
  if (snapshot.hasTag('done')) {
    return (
      <AuthLayout title={strings.done.title} description={strings.done.description}>
        <ButtonLink to="/login" size="lg">
          {fixed.done.logIn}
        </ButtonLink>
      </AuthLayout>
    );
  }
  const asksCode = snapshot.hasTag('code');
  return (
    <AuthLayout
      width="wide"
      {...(asksCode ? codeWords(snapshot.hasTag('accepted'), email) : { title, description })}
      footer={<LoginHint />}
    >
      <div hidden={asksCode}>{children}</div>
      {asksCode ? (
        <CodeStep
          busy={snapshot.hasTag('busy')}
          codeAccepted={snapshot.hasTag('accepted')}
          canResend={snapshot.hasTag('can-resend')}
          failure={context.failure}
          onVerify={(otp) => send({ type: 'VERIFY', otp })}
          onRetry={() => send({ type: 'RETRY' })}
          onResend={() => send({ type: 'RESEND' })}
          onChangeEmail={() => send({ type: 'CHANGE_EMAIL' })}
        />
      ) : null}
    </AuthLayout>
  );
}

/** What stands above the code, or above the last step once it was accepted. */
const codeWords = (accepted: boolean, email: string) =>
  accepted
    ? {
        title: strings.code.acceptedTitle,
        description: strings.code.accepted,
      }
    : {
        title: strings.code.title,
        description: strings.code.description(maskEmail(email)),
      };
