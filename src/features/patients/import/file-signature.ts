export type WorkbookContainer = 'zip' | 'compound';

const signatures: Record<WorkbookContainer, readonly number[]> = {
  zip: [0x50, 0x4b, 0x03, 0x04],
  compound: [0xd0, 0xcf, 0x11, 0xe0],
};

/** Detects by its first four bytes whether a file can be a workbook; null for CSV, HTML and the like. */
export function sniffContainer(bytes: Uint8Array): WorkbookContainer | null {
  const startsWith = (signature: readonly number[]) =>
    signature.every((byte, index) => bytes[index] === byte);
  if (startsWith(signatures.zip)) return 'zip';
  if (startsWith(signatures.compound)) return 'compound';
  return null;
}

export function hasWorkbookExtension(fileName: string): boolean {
  return /\.xlsx?$/i.test(fileName.trim());
}
