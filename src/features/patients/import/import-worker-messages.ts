import type { ImportedRow, ImportFailureReason, ImportKits, ImportResult } from '@/contract/import-result';

/** One worker does one job and is ended then. */
export type ImportJob =
  | { readonly kind: 'read'; readonly file: File; readonly kits: ImportKits }
  | { readonly kind: 'write-error-rows'; readonly rows: readonly ImportedRow[] };

export type ImportWorkerMessage =
  | { readonly kind: 'progress'; readonly done: number }
  /** Part of the rows: all at once would block the page while it unpacks them. */
  | { readonly kind: 'rows'; readonly rows: readonly ImportedRow[] }
  | { readonly kind: 'read'; readonly summary: Omit<ImportResult, 'rows'> }
  | { readonly kind: 'written'; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'failed'; readonly reason: ImportFailureReason };
