import { ShieldCheck } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { failureMessage, outcomeUnknown, type PatientId } from '@/contract';
import { api } from '@/features/api/api';
import { Notice, Problem } from '@/ui/feedback/notice';
import { Button } from '@/ui/form/button';
import { useAuthorize } from './patient-picker';
import { fixed } from './strings';

/** Authorizes patients from a dialog that orders for them (SPEC §2 "Authenticate section"). */
export function useAuthentication() {
  const { data: patients, isFetching } = api.useFetchPatientsQuery();
  const { snapshot, send } = useAuthorize(patients);
  const [asked, setAsked] = useState(false);
  const sending = snapshot.hasTag('busy');
  const { failure } = snapshot.context;
  // Later fetches of the list have nothing to do with it.
  if (asked && !sending && (failure !== null || !isFetching)) setAsked(false);
  return {
    /** The clinic's patients as the server has them; undefined until they are fetched. */
    patients,
    /** Also while the list is fetched again, which shows who is authorized now. */
    busy: sending || (asked && isFetching),
    problem: sending ? null : failureMessage(failure),
    /** Shown beside the problem. */
    unknown: snapshot.hasTag('outcome-unknown') ? outcomeUnknown.unchecked : null,
    authenticate: (ids: readonly PatientId[]) => {
      setAsked(true);
      // An earlier try that failed has kept its selection.
      send({ type: 'CLEAR' });
      send({ type: 'SET_MANY', ids, checked: true });
      send({ type: 'AUTHORIZE' });
    },
    /** Forgets the failure of an earlier try, before other patients are shown. */
    clear: () => send({ type: 'CLEAR' }),
  };
}

interface NotAuthorizedNoticeProps {
  /** The return value of `useAuthentication`. */
  authentication: ReturnType<typeof useAuthentication>;
  ids: readonly PatientId[];
  children: ReactNode;
}

/** Warns that patients are not authorized, with an Authenticate button for them. */
export function NotAuthorizedNotice({ authentication, ids, children }: NotAuthorizedNoticeProps) {
  const { busy, problem, unknown, authenticate } = authentication;
  return (
    <>
      <Problem also={unknown}>{problem}</Problem>
      <Notice tone="warning">
        {children}
        <Button
          variant="secondary"
          size="sm"
          busy={busy}
          busyLabel={fixed.picker.authenticating}
          className="mt-3"
          icon={<ShieldCheck aria-hidden="true" className="size-4" />}
          onClick={() => authenticate(ids)}
        >
          {fixed.picker.authenticate}
        </Button>
      </Notice>
    </>
  );
}
