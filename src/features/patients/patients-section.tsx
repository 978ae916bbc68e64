import { PageTitle } from '@/shared/ui/page-title';
import { Tabs } from '@/shared/ui/tabs';
import { useStored } from '@/shared/use-stored';
import { AddPatients } from './add/add-patients';
import { fixed, strings } from './strings';
import { UpdatePatients } from './update/update-patients';

/** A provider's patients (SPEC §2 "Patients section"): adding new ones and keeping the known ones up to date. */
export function PatientsSection() {
  const [tab, setTab] = useStored('activePatientTab');
  return (
    <div className="flex flex-col gap-6">
      <PageTitle>{strings.section.title}</PageTitle>
      <Tabs
        label={strings.section.title}
        value={tab}
        onValueChange={setTab}
        tabs={[
          { value: 'Add Patients', label: fixed.section.addTab, content: <AddPatients /> },
          {
            value: 'Update Patients',
            label: fixed.section.updateTab,
            content: <UpdatePatients onAddPatients={() => setTab('Add Patients')} />,
          },
        ]}
      />
    </div>
  );
}
