import type { ReactNode } from 'react';
import { notLoaded } from '@/contract';
import { useFetchClinicProfileQuery, useFetchLabsQuery } from '@/features/api/api';
import { ErrorState } from '@/shared/ui/error-state';
import { Loading } from '@/shared/ui/loading';
import { PageTitle } from '@/shared/ui/page-title';
import { Tabs } from '@/shared/ui/tabs';
import { useStored } from '@/shared/use-stored';
import { LabForm } from './lab-form';
import { ProfileForm } from './profile-form';

/** SPEC §2 "Clinic profile": two tabs, the chosen one remembered. */
export function ClinicSection() {
  const [tab, setTab] = useStored('activeClinicTab');
  return (
    <div className="grid gap-6">
      <PageTitle>Clinic Profile</PageTitle>
      <Tabs
        label="Clinic profile"
        value={tab}
        onValueChange={setTab}
        // What is typed in one tab is still there after a look at the other.
        keepMounted
        tabs={[
          { value: 'Profile', label: 'Profile', content: <ProfileTab /> },
          { value: 'Sample Testing Lab', label: 'Sample Testing Lab', content: <LabTab /> },
        ]}
      />
    </div>
  );
}

function ProfileTab() {
  const { data, isError, isFetching, refetch } = useFetchClinicProfileQuery();
  if (data !== undefined) return <ProfileForm profile={data} />;
  return <Pending failed={isError && !isFetching} what="your profile" onRetry={refetch} />;
}

function LabTab() {
  const { data, isError, isFetching, refetch } = useFetchLabsQuery();
  if (data !== undefined) return <LabForm lab={data} refreshing={isFetching} />;
  return <Pending failed={isError && !isFetching} what="your lab" onRetry={refetch} />;
}

interface PendingProps {
  failed: boolean;
  what: string;
  onRetry: () => void;
}

function Pending({ failed, what, onRetry }: PendingProps): ReactNode {
  return failed ? <ErrorState title={notLoaded(what)} onRetry={onRetry} /> : <Loading />;
}
