import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { KitId } from '@/contract/entities';
import {
  ImportError,
  type ImportFailureReason,
  type ImportKit,
  type ImportKits,
} from '@/domain/patient-import';
import { parseWorkbook } from '@/features/patients/import/parse-workbook';

export const threeKits: ImportKit[] = ['Basic', 'Complete', 'Comprehensive'].map((name, index) => ({
  id: `gid-${index + 1}` as KitId,
  name,
}));

export function fixtureBytes(fileName: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(readFileSync(join(import.meta.dirname, '../../fixtures/import', fileName)));
}

export const fixtureFile = (fileName: string) => new File([fixtureBytes(fileName)], fileName);

export const parseFixture = (fileName: string, kits: ImportKits = threeKits) =>
  parseWorkbook(fixtureBytes(fileName), { fileName, kits });

/** The reason of the ImportError, or "accepted". Throws on any other error. */
export async function outcomeOf(
  bytes: Uint8Array,
  fileName = 'patients.xlsx',
): Promise<ImportFailureReason | 'accepted'> {
  try {
    await parseWorkbook(bytes, { fileName, kits: threeKits });
    return 'accepted';
  } catch (error) {
    if (error instanceof ImportError) return error.reason;
    throw error;
  }
}
