import type { ReactElement } from 'react';
import { api } from '@/app/api';
import { useStored } from '@/lib/storage';
import { Pending } from '@/ui/feedback/loading';
import { PageTitle } from '@/ui/layout/page-title';
import { Tabs } from '@/ui/layout/tabs';
import { LabForm } from './lab-form';
import { ProfileForm } from './profile-form';
import { fixed, strings } from './strings';

interface ClinicSectionProps {
  /** Shown below the forms. */
  outro: ReactElement | null;
}

/** §2 "Clinic profile": two tabs; the selected one is stored. */
export function ClinicSection({ outro }: ClinicSectionProps) {
  const [tab, setTab] = useStored('activeClinicTab');
  return (
    <div className="grid gap-6">
      <PageTitle>{strings.section.title}</PageTitle>
      <Tabs
        label={strings.section.tabs}
        value={tab}
        onValueChange={setTab}
        // Keeps what was typed in one tab while the other one is open.
        keepMounted
        tabs={[
          { value: 'Profile', label: fixed.section.profileTab, content: <ProfileTab /> },
          { value: 'Sample Testing Lab', label: fixed.section.labTab, content: <LabTab /> },
        ]}
      />
      {outro}
    </div>
  );
}

/** A record is fetched before it is edited (§Notes "Dashboard"). */
const fresh = { refetchOnMountOrArgChange: true };

function ProfileTab() {
  const profile = api.useFetchClinicProfileQuery(undefined, fresh);
  if (profile.data !== undefined) return <ProfileForm profile={profile.data} />;
  return <Pending reading={profile} problem={strings.section.profileNotLoaded} />;
}

function LabTab() {
  const lab = api.useFetchLabsQuery(undefined, fresh);
  if (lab.data !== undefined) return <LabForm lab={lab.data} />;
  return <Pending reading={lab} problem={strings.section.labNotLoaded} />;
}
