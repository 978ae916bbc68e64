import { type ReactElement, useMemo } from 'react';
import { useWhenIdle } from '@/lib/hooks';
import { lazyWithRetry } from '@/lib/lazy';
import { useStored } from '@/lib/storage';
import { Loading } from '@/ui/feedback/loading';
import { PageTitle } from '@/ui/layout/page-title';
import { Tabs } from '@/ui/layout/tabs';
import { AddPatients } from './add/add-patients';
import { longRows } from './add/patient-grid';
import { LazyAddressDialog } from './address-cell';
import { fixed, strings } from './strings';

// Most users open the first tab, so the second tab's table, forms and address search are loaded later.
const UpdatePatients = lazyWithRetry(async () => (await import('./update/update-patients')).UpdatePatients, {
  fallback: <Loading />,
});

const preloadRest = () => {
  UpdatePatients.preload();
  LazyAddressDialog.preload();
  longRows.preload();
};

interface PatientsSectionProps {
  /** Beside the title where there is room, else below the tabs: they are known late, and must not push these down. */
  figures?: ReactElement | null;
  /** Above the tabs. */
  intro?: ReactElement | null;
  /** Below the tabs. */
  outro?: ReactElement | null;
}

/** A provider's patients (§2 "Patients section"): add new ones and update existing ones. */
export function PatientsSection({ figures, intro, outro }: PatientsSectionProps) {
  useWhenIdle(preloadRest);
  const [tab, setTab] = useStored('activePatientTab');
  // Stable elements: choosing another tab does not rerender the content of the tab that is still shown.
  const addPatients = useMemo(() => <AddPatients />, []);
  const updatePatients = useMemo(
    () => <UpdatePatients onAddPatients={() => setTab('Add Patients')} />,
    [setTab],
  );
  return (
    <div className="flex flex-col gap-3">
      <div className="flex items-center justify-between gap-x-8 max-xl:contents">
        <PageTitle>{strings.section.title}</PageTitle>
        <div className="max-xl:order-last empty:hidden xl:grow">{figures}</div>
      </div>
      {intro}
      <Tabs
        label={strings.section.title}
        value={tab}
        onValueChange={setTab}
        tabs={[
          { value: 'Add Patients', label: fixed.section.addTab, content: addPatients },
          { value: 'Update Patients', label: fixed.section.updateTab, content: updatePatients },
        ]}
      />
      {outro}
    </div>
  );
}
