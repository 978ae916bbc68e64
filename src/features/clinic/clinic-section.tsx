import type { ReactNode } from 'react';
import { useFetchClinicProfileQuery, useFetchLabsQuery } from '@/features/api/api';
import { ErrorState } from '@/shared/ui/error-state';
import { Loading } from '@/shared/ui/loading';
import { PageTitle } from '@/shared/ui/page-title';
import { Tabs } from '@/shared/ui/tabs';
import { useStored } from '@/shared/use-stored';
import { LabForm } from './lab-form';
import { ProfileForm } from './profile-form';
import { fixed, strings } from './strings';

/** SPEC §2 "Clinic profile": two tabs, the chosen one remembered. */
export function ClinicSection() {
  const [tab, setTab] = useStored('activeClinicTab');
  return (
    <div className="grid gap-6">
      <PageTitle>{strings.section.title}</PageTitle>
      <Tabs
        label={strings.section.tabs}
        value={tab}
        onValueChange={setTab}
        // What is typed in one tab is still there after a look at the other.
        keepMounted
        tabs={[
          { value: 'Profile', label: fixed.section.profileTab, content: <ProfileTab /> },
          { value: 'Sample Testing Lab', label: fixed.section.labTab, content: <LabTab /> },
        ]}
      />
    </div>
  );
}

function ProfileTab() {
  const { data, isError, isFetching, refetch } = useFetchClinicProfileQuery();
  if (data !== undefined) return <ProfileForm profile={data} />;
  return (
    <Pending failed={isError && !isFetching} problem={strings.section.profileNotLoaded} onRetry={refetch} />
  );
}

function LabTab() {
  const { data, isError, isFetching, refetch } = useFetchLabsQuery();
  if (data !== undefined) return <LabForm lab={data} refreshing={isFetching} />;
  return <Pending failed={isError && !isFetching} problem={strings.section.labNotLoaded} onRetry={refetch} />;
}

interface PendingProps {
  failed: boolean;
  problem: string;
  onRetry: () => void;
}

function Pending({ failed, problem, onRetry }: PendingProps): ReactNode {
  return failed ? <ErrorState title={problem} onRetry={onRetry} /> : <Loading />;
}
