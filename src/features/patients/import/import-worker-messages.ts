import type { ImportedRow, ImportFailureReason, ImportKits, ImportResult } from '@/contract/import-result';

/** A worker does one job and is then terminated. */
export type ImportJob =
  | { readonly kind: 'read'; readonly file: File; readonly kits: ImportKits }
  | { readonly kind: 'write-error-rows'; readonly rows: readonly ImportedRow[] };

export type ImportWorkerMessage =
  | { readonly kind: 'progress'; readonly done: number }
  /** A part of the rows: deserializing all at once would block the page. */
  | { readonly kind: 'rows'; readonly rows: readonly ImportedRow[] }
  | { readonly kind: 'read'; readonly summary: Omit<ImportResult, 'rows'> }
  | { readonly kind: 'written'; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'failed'; readonly reason: ImportFailureReason };
