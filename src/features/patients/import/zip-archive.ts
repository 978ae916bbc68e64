import { ImportError } from '@/contract/import-result';
import { crc32 } from './crc32';
import { inflate } from './inflate';

export type ZipEntry = {
  readonly name: string;
  readonly method: 'stored' | 'deflated';
  readonly data: Uint8Array;
  readonly checksum: number;
  /** What the archive says that the entry unpacks to, in bytes. */
  readonly size: number;
};

const endRecord = { signature: 0x06054b50, size: 22, maxComment: 0xffff } as const;
const centralHeader = { signature: 0x02014b50, size: 46 } as const;
const localHeader = { signature: 0x04034b50, size: 30 } as const;
const zip64ExtraField = 0x0001;
const inZip64 = 0xffffffff;

function findEndRecord(view: DataView): number {
  const lowest = Math.max(0, view.byteLength - endRecord.size - endRecord.maxComment);
  for (let offset = view.byteLength - endRecord.size; offset >= lowest; offset--) {
    if (view.getUint32(offset, true) === endRecord.signature) return offset;
  }
  // A download that broke off has lost its end, and with it the list of entries.
  throw new ImportError('damaged');
}

type Sizes = { compressed: number; uncompressed: number; offset: number };

/** Some programs write 64-bit sizes even into small files: they stand in an extra field, in a fixed order. */
function resolveZip64(view: DataView, header: number, nameLength: number, extraLength: number): Sizes {
  const sizes = {
    compressed: view.getUint32(header + 20, true),
    uncompressed: view.getUint32(header + 24, true),
    offset: view.getUint32(header + 42, true),
  };
  if (!Object.values(sizes).includes(inZip64)) return sizes;
  let at = header + centralHeader.size + nameLength;
  const end = at + extraLength;
  while (at + 4 <= end && view.getUint16(at, true) !== zip64ExtraField)
    at += 4 + view.getUint16(at + 2, true);
  at += 4;
  for (const field of ['uncompressed', 'compressed', 'offset'] as const) {
    if (sizes[field] !== inZip64) continue;
    sizes[field] = Number(view.getBigUint64(at, true));
    at += 8;
  }
  return sizes;
}

function entryData(bytes: Uint8Array, view: DataView, { compressed, offset }: Sizes): Uint8Array {
  if (view.getUint32(offset, true) !== localHeader.signature) throw new ImportError('damaged');
  const start =
    offset + localHeader.size + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true);
  if (start + compressed > bytes.length) throw new ImportError('damaged');
  return bytes.subarray(start, start + compressed);
}

/**
 * Lists the entries of a ZIP file without unpacking them; sizes are taken from the central directory.
 * Throws ImportError `damaged` when the structure is broken and `encrypted` when an entry has a password.
 */
export function listZipEntries(bytes: Uint8Array): ZipEntry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const names = new TextDecoder();
  try {
    const end = findEndRecord(view);
    let header = view.getUint32(end + 16, true);
    return Array.from({ length: view.getUint16(end + 10, true) }, () => {
      if (view.getUint32(header, true) !== centralHeader.signature) throw new ImportError('damaged');
      if (view.getUint16(header + 8, true) & 1) throw new ImportError('encrypted');
      const method = view.getUint16(header + 10, true);
      if (method !== 0 && method !== 8) throw new ImportError('damaged');
      const nameLength = view.getUint16(header + 28, true);
      const extraLength = view.getUint16(header + 30, true);
      const nameStart = header + centralHeader.size;
      const sizes = resolveZip64(view, header, nameLength, extraLength);
      const entry: ZipEntry = {
        name: names.decode(bytes.subarray(nameStart, nameStart + nameLength)).replaceAll('\\', '/'),
        method: method === 0 ? 'stored' : 'deflated',
        checksum: view.getUint32(header + 16, true),
        data: entryData(bytes, view, sizes),
        size: sizes.uncompressed,
      };
      header = nameStart + nameLength + extraLength + view.getUint16(header + 32, true);
      return entry;
    });
  } catch (error) {
    // DataView throws a RangeError as soon as an offset in the file points outside of it.
    throw error instanceof ImportError ? error : new ImportError('damaged', { cause: error });
  }
}

/**
 * Unpacks one entry by the platform's own inflate and stops as soon as it yields more than `limit` bytes, whatever
 * size the file declares. Throws ImportError `too-large` then, and `damaged` when the data does not match its checksum:
 * a flipped bit may still unpack, to a patient with another phone number.
 */
export async function unpackZipEntry(entry: ZipEntry, limit: number): Promise<Uint8Array> {
  if (entry.method === 'deflated') return inflate(entry, limit);
  if (entry.data.length > limit) throw new ImportError('too-large');
  if (crc32(entry.data) !== entry.checksum) throw new ImportError('damaged');
  return entry.data;
}
