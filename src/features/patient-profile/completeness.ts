import type { PatientProfile } from '@/contract';
import { missingProfileFields } from '@/machines/profile-update.machine';
import { updateOf } from './profile-values';
import { strings } from './strings';

/** What a profile still lacks to be complete (SPEC §5 "Patient profile"), in words. */
export const missingFields = (profile: PatientProfile): string[] =>
  missingProfileFields(updateOf(profile)).map((field) => strings.fields[field]);
