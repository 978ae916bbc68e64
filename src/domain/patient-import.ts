import type { KitId } from '@/contract/entities';
import { importLimits } from '../contract/constants.ts';
import type { GridRowValues } from './patient-rows';

/**
 * The twelve columns of a patient spreadsheet, in file order (§5 "Spreadsheet import"). Columns are found by
 * position if the header row has these titles or common names for them; otherwise the user confirms where each one is.
 * `required` follows the Add patients rule of §5.
 */
export const importColumns = [
  { key: 'name', title: 'Name', required: true },
  { key: 'email', title: 'Email', required: true },
  { key: 'phone', title: 'Phone', required: true },
  { key: 'age', title: 'Age', required: true },
  { key: 'street', title: 'Street', required: true },
  { key: 'city', title: 'City', required: true },
  { key: 'postalCode', title: 'Postal Code', required: true },
  { key: 'state', title: 'State', required: true },
  { key: 'country', title: 'Country', required: true },
  { key: 'shippingType', title: 'Shipping Type', required: false },
  { key: 'frequency', title: 'Frequency', required: false },
  { key: 'kitType', title: 'Kit Type', required: false },
] as const;

type ImportColumn = (typeof importColumns)[number];
export type ImportColumnKey = ImportColumn['key'];

/** A column of the preview and of the grid: the twelve, and a line that only files with other headers have. */
export type ImportField = ImportColumnKey | 'addressLine2';

/** What a column of a file can be read as. A last name in a column of its own is appended to the name. */
export type ColumnTarget = ImportField | 'lastName';

/** The index of the file's column for each target, from 0; null if the file has none. */
export type ColumnMatch = Readonly<Record<ColumnTarget, number | null>>;

/** A column of a file as the user sees it. */
export type SourceColumn = {
  readonly index: number;
  /** Its letter in the spreadsheet program. */
  readonly letter: string;
  /** Empty if the header cell is blank. */
  readonly header: string;
  /** Texts of its first cells that are not blank. */
  readonly samples: readonly string[];
};

/** The columns of a file whose header row is not that of the sample file. */
export type FileColumns = {
  readonly sources: readonly SourceColumn[];
  /** The header row looks like a patient. */
  readonly headerIsPatient: boolean;
};

/** Name of the sample file that the import dialog offers; it is deployed next to the application's own files. */
export const sampleFileName = 'sample-patients.xlsx';

/** A kit as the import needs it: `kit 2` in a file is the second kit of the list (§5 "Spreadsheet import"). */
export type ImportKit = { readonly id: KitId; readonly name: string };

/** The kit list, or 'unavailable' if it could not be loaded: then no kit may be stored as "no kit" (§Notes). */
export type ImportKits = readonly ImportKit[] | 'unavailable';

export type ImportIssue = {
  readonly column: ImportField;
  readonly message: string;
  /** `error`: the row cannot be saved as it is. `warning`: the user should check the value. */
  readonly level: 'error' | 'warning';
};

export type ImportedRow = {
  /** Row number as the spreadsheet program shows it, starting at 1. */
  readonly sheetRow: number;
  /** The row of the grid that it becomes; without a kit if the kit list could not be loaded. */
  readonly values: GridRowValues;
  /** The kit as the file names it. */
  readonly kit: string;
  readonly issues: readonly ImportIssue[];
};

/** The text of a column as the file has it, read as one line. */
export const importedText = ({ values, kit }: ImportedRow, field: ImportField): string =>
  field === 'kitType' ? kit : values[field];

/** Which part of a file to read; null: the first visible sheet, and the row that looks like its header. */
export type SheetView = {
  readonly sheet: number | null;
  readonly headerRow: number | null;
  /** Whether to read the rows and columns that are hidden in the file. */
  readonly withHidden: boolean;
};

/** Which part of a file was read, and what else the file has. Row numbers are as in the spreadsheet program. */
export type SheetReading = {
  /** The names of the sheets that a person can see. */
  readonly sheets: readonly string[];
  /** The index of the sheet that was read. */
  readonly sheet: number;
  readonly headerRow: number;
  /** The first rows, one of which is the header, with their texts. */
  readonly firstRows: readonly { readonly sheetRow: number; readonly text: string }[];
  readonly withHidden: boolean;
  /** How many hidden rows and columns have values. */
  readonly hidden: { readonly rows: number; readonly columns: number };
  /** The numbers of rows without a patient: repeated headers, totals. */
  readonly leftOut: readonly number[];
};

export type ImportResult = {
  readonly fileName: string;
  readonly sheetName: string;
  readonly reading: SheetReading;
  /** Number of non-empty rows in the file, without the header; may exceed `rows.length`. */
  readonly totalRows: number;
  readonly truncated: boolean;
  /** True if the kit list was missing and at least one row names a kit, which was then not looked up. */
  readonly kitsNotLookedUp: boolean;
  /** The match that the rows were read by. */
  readonly match: ColumnMatch;
  /** Null if the header row is that of the sample file: then the position of the columns decides (§5). */
  readonly columns: FileColumns | null;
  /** False if the user must confirm `match` before anything is added. */
  readonly confirmed: boolean;
  readonly rows: readonly ImportedRow[];
};

/** Why a file is rejected, with the message for the user. §8 has none. Ours: free to reword. */
const importFailureMessages = {
  extension:
    'You can import .xlsx and .xls files only. Save your list as an Excel workbook, then choose it again.',
  content:
    'This file isn’t an Excel workbook, although its name says so. Open it in your spreadsheet program and save it as .xlsx.',
  'old-format':
    'This workbook is in an old or binary Excel format that we can’t read. Open it in your spreadsheet program, save it as an Excel workbook (.xlsx), then choose that one.',
  'too-large': 'This file is too large. The limit is 10 MB: split the list into several files.',
  'no-content':
    'This file is empty: it holds no data at all. Save your list as an Excel workbook (.xlsx) again, then choose that file.',
  encrypted: 'This workbook has a password. Save a copy without a password, then choose that one.',
  damaged:
    'This workbook is damaged or incomplete. Open it in your spreadsheet program, save it again, then choose it again.',
  empty: 'The sheet that we read is empty.',
  'no-rows': 'The sheet that we read has a header row but no patients below it.',
  unreadable:
    'We couldn’t read this file. Check that it still exists and isn’t open elsewhere, then choose it again.',
} as const;

export type ImportFailureReason = keyof typeof importFailureMessages;

/** The only error thrown by reading a spreadsheet; `message` is shown to the user. */
export class ImportError extends Error {
  readonly reason: ImportFailureReason;

  /** `options.cause`: the original error, if there is one. */
  constructor(reason: ImportFailureReason, options?: ErrorOptions) {
    super(importFailureMessages[reason], options);
    this.name = 'ImportError';
    this.reason = reason;
  }
}

/** Checks what is known before a file is read. Throws ImportError `no-content`, `extension` or `too-large`. */
export function checkNameAndSize(fileName: string, size: number): void {
  if (size === 0) throw new ImportError('no-content');
  if (!/\.xlsx?$/i.test(fileName.trim())) throw new ImportError('extension');
  if (size > importLimits.maxBytes) throw new ImportError('too-large');
}
