import { api } from '@/app/api';
import { type PatientProfile, validationMessages } from '@/contract';
import { missingProfileFields } from '@/machines/profile-update.machine';
import { Pending } from '@/ui/feedback/loading';
import { Notice } from '@/ui/feedback/notice';
import { PageTitle } from '@/ui/layout/page-title';
import { KitTracking } from './kit-tracking';
import { ProfileForm, updateOf } from './profile-form';
import { fixed, strings } from './strings';

/** Returns the names of the fields that a complete profile still needs (§5 "Patient profile"). */
const missingFields = (profile: PatientProfile): string[] =>
  missingProfileFields(updateOf(profile)).map((field) => strings.fields[field]);

interface PatientProfileSectionProps {
  /** Opens Kit Information with the chosen kit; blank if none is chosen. */
  onOpenKits: (kitId: string) => void;
}

/** §2 "Patient profile". The tracking is first, because most visits are for it. */
export function PatientProfileSection({ onOpenKits }: PatientProfileSectionProps) {
  const reading = api.useFetchPatientProfileQuery(undefined, { refetchOnMountOrArgChange: true });
  const { data: profile } = reading;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <PageTitle>{fixed.section.title}</PageTitle>
      {profile !== undefined ? (
        <>
          <ProfileNotice profile={profile} />
          <KitTracking orderId={profile.order_id} onRefresh={reading.refetch} />
          <ProfileForm profile={profile} onOpenKits={onOpenKits} />
        </>
      ) : (
        <Pending reading={reading} problem={strings.section.notLoaded} />
      )}
    </div>
  );
}

/** Asks the user to complete the profile, and lists what is missing. */
function ProfileNotice({ profile }: { profile: PatientProfile }) {
  const missing = missingFields(profile);
  if (missing.length === 0) return null;
  return (
    <Notice tone="warning">
      <p>{validationMessages.profileIncomplete}</p>
      <p className="mt-1 text-sm">{strings.section.missing(missing)}</p>
    </Notice>
  );
}
