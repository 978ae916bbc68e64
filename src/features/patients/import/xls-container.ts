import { ImportError } from '@/domain/patient-import';

/** A number of a sector that is none: the end of a chain, or a free sector. */
const lastSector = 0xfffffffa;
const entrySize = 128;
const streamType = 2;

interface DirectoryEntry {
  readonly name: string;
  readonly type: number;
  readonly left: number;
  readonly right: number;
  readonly child: number;
  readonly start: number;
  readonly size: number;
}

function entryAt(directory: Uint8Array, index: number): DirectoryEntry {
  const view = new DataView(directory.buffer, directory.byteOffset + index * entrySize, entrySize);
  const nameBytes = Math.min(64, Math.max(0, view.getUint16(64, true) - 2));
  const name = new TextDecoder('utf-16le').decode(
    directory.subarray(index * entrySize, index * entrySize + nameBytes),
  );
  const [left, right, child] = [68, 72, 76].map((at) => view.getUint32(at, true)) as [number, number, number];
  const start = view.getUint32(116, true);
  return { name, type: view.getUint8(66), left, right, child, start, size: view.getUint32(120, true) };
}

/** Sectors of one size, and for each the number of the one that follows it. */
class Sectors {
  constructor(
    readonly bytes: Uint8Array,
    readonly size: number,
    readonly next: Uint32Array,
  ) {}

  /** The bytes of a chain of sectors, `length` at most. A chain that returns to itself is damaged. */
  chain(start: number, length: number): Uint8Array {
    const whole = new Uint8Array(Math.min(length, this.bytes.length));
    const visited = new Set<number>();
    let at = 0;
    for (let sector = start; at < length && sector < lastSector; sector = this.next[sector] ?? lastSector) {
      const from = sector * this.size;
      if (visited.has(sector) || from >= this.bytes.length) throw new ImportError('damaged');
      visited.add(sector);
      const part = this.bytes.subarray(from, Math.min(from + this.size, from + length - at));
      whole.set(part, at);
      at += part.length;
    }
    return whole.subarray(0, at);
  }
}

function numbersIn(bytes: Uint8Array): Uint32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Uint32Array.from({ length: bytes.length >> 2 }, (_, index) => view.getUint32(index * 4, true));
}

/** The numbers of the sectors that hold the table of sectors; those beyond the header's 109 are in a chain of their own. */
function tableSectors(header: DataView, bytes: Uint8Array, size: number): number[] {
  const count = header.getUint32(44, true);
  if (count * size > bytes.length) throw new ImportError('damaged');
  const sectors: number[] = [];
  for (let at = 76; at < 512; at += 4) sectors.push(header.getUint32(at, true));
  const visited = new Set<number>();
  for (let next = header.getUint32(68, true); sectors.length < count && next < lastSector; ) {
    if (visited.has(next)) throw new ImportError('damaged');
    visited.add(next);
    const numbers = numbersIn(bytes.subarray(next * size, (next + 1) * size));
    sectors.push(...numbers.subarray(0, -1));
    next = numbers.at(-1) ?? lastSector;
  }
  return sectors.slice(0, count).filter((sector) => sector < lastSector);
}

/** The entries directly in the root: a document that is embedded in the workbook may have entries of the same names. */
function rootEntries(directory: Uint8Array): DirectoryEntry[] {
  const count = Math.floor(directory.length / entrySize);
  const entries: DirectoryEntry[] = [];
  const visited = new Set<number>();
  const waiting = [entryAt(directory, 0).child];
  for (let index = waiting.pop(); index !== undefined; index = waiting.pop()) {
    if (index >= count || visited.has(index)) continue;
    visited.add(index);
    const entry = entryAt(directory, index);
    entries.push(entry);
    waiting.push(entry.left, entry.right);
  }
  return entries;
}

/**
 * Returns the workbook stream of an .xls, which is a small file system. It is read here because the sheet library follows
 * a damaged chain of sectors for ever. Throws ImportError `encrypted`, `content` or `damaged`.
 */
export function workbookStream(xls: Uint8Array): Uint8Array {
  if (xls.length < 512) throw new ImportError('damaged');
  const header = new DataView(xls.buffer, xls.byteOffset, xls.byteLength);
  const shift = header.getUint16(30, true);
  if (shift !== 9 && shift !== 12) throw new ImportError('damaged');
  const size = 1 << shift;
  const bytes = xls.subarray(size);
  const table = tableSectors(header, bytes, size).flatMap((sector) => [
    ...numbersIn(bytes.subarray(sector * size, (sector + 1) * size)),
  ]);
  const sectors = new Sectors(bytes, size, Uint32Array.from(table));
  const directory = sectors.chain(header.getUint32(48, true), bytes.length);
  if (directory.length < entrySize) throw new ImportError('damaged');

  const entries = rootEntries(directory);
  const named = (name: string) => entries.find((entry) => entry.name.toLowerCase() === name);
  if (named('encryptedpackage')) throw new ImportError('encrypted');
  // A file for two versions of Excel has both; the newer one has all characters.
  const stream = named('workbook') ?? named('book');
  if (stream?.type !== streamType) throw new ImportError('content');

  const isSmall = stream.size < header.getUint32(56, true);
  const root = entryAt(directory, 0);
  const source = isSmall
    ? new Sectors(
        sectors.chain(root.start, root.size),
        64,
        numbersIn(sectors.chain(header.getUint32(60, true), bytes.length)),
      )
    : sectors;
  const content = source.chain(stream.start, stream.size);
  // A short list must not pass for the complete one.
  if (content.length < stream.size) throw new ImportError('damaged');
  return content;
}
