import { deflateSync } from 'fflate';
import { ImportError } from '@/domain/patient-import';

function joined(chunks: readonly Uint8Array[], size: number): Uint8Array {
  const whole = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    whole.set(chunk, offset);
    offset += chunk.length;
  }
  return whole;
}

export type ZipEntry = {
  readonly name: string;
  readonly method: 'stored' | 'deflated';
  readonly data: Uint8Array;
  readonly checksum: number;
  /** The unpacked size that the archive declares, in bytes. */
  readonly size: number;
};

/**
 * The entry as a gzip file: the platform then verifies checksum and size itself. fflate verifies neither; it only puts
 * stored data into the form of compressed data.
 */
function gzipStream({ method, data, checksum, size }: ZipEntry): ReadableStream<Uint8Array<ArrayBuffer>> {
  const unknownSystem = 0xff;
  const header = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, unknownSystem);
  const trailer = new Uint8Array(8);
  const view = new DataView(trailer.buffer);
  view.setUint32(0, checksum, true);
  view.setUint32(4, size, true);
  const deflated = method === 'stored' ? deflateSync(data, { level: 0 }) : new Uint8Array(data);
  return new ReadableStream({
    start(controller) {
      for (const part of [header, deflated, trailer]) controller.enqueue(part);
      controller.close();
    },
  });
}

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
  // An interrupted download has lost its end, and with it the list of entries.
  throw new ImportError('damaged');
}

type Sizes = { compressed: number; uncompressed: number; offset: number };

/** Some programs write 64-bit sizes even into small files, in an extra field with a fixed order. */
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
 * Lists the entries of a ZIP file without unpacking them; sizes are taken from the central directory. Throws
 * ImportError `damaged` if the structure is broken, and `encrypted` if an entry has a password.
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
    // DataView throws a RangeError for an offset outside the file.
    throw error instanceof ImportError ? error : new ImportError('damaged', { cause: error });
  }
}

/**
 * Unpacks one entry with the platform's decompressor and stops once it exceeds `limit` bytes, whatever size the file
 * declares. Throws ImportError `too-large` then, and `damaged` for broken data or a wrong checksum or size: data with a
 * flipped bit may still unpack, to a patient with another phone number.
 */
export async function unpackZipEntry(entry: ZipEntry, limit: number): Promise<Uint8Array> {
  const reader = gzipStream(entry).pipeThrough(new DecompressionStream('gzip')).getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for (let step = await reader.read(); !step.done; step = await reader.read()) {
      chunks.push(step.value);
      size += step.value.length;
      if (size > limit) throw new ImportError('too-large');
    }
  } catch (error) {
    // Cancelling a stream that has already failed rejects again, with no new information.
    await reader.cancel().catch(() => undefined);
    throw error instanceof ImportError ? error : new ImportError('damaged', { cause: error });
  }
  return joined(chunks, size);
}
