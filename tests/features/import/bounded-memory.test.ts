import { constants, crc32, deflateRawSync } from 'node:zlib';
import { expect, it, vi } from 'vitest';
import { importLimits } from '@/contract/constants';
import { blankGridRow } from '@/contract/storage-keys';
import { createGridStore } from '@/features/patients/add/grid-store';
import { readSpreadsheet } from '@/features/patients/import/read-spreadsheet';
import { makePackedZip, sheetXml, xlsxParts } from './make-xlsx';
import { threeKits } from './support';

const mebibyte = 1024 * 1024;
/** The product's unpacking limit, plus some room for the current block. */
const allowed = 97 * mebibyte;

/** A deflate stream of spaces that unpacks to `mebibytes`; it repeats one block, so it is cheap to create. */
function packedSpaces(mebibytes: number): Buffer {
  const block = deflateRawSync(Buffer.alloc(mebibyte, 0x20), {
    finishFlush: constants.Z_FULL_FLUSH,
    level: 9,
  });
  return Buffer.concat([...Array.from({ length: mebibytes }, () => block), deflateRawSync(Buffer.alloc(0))]);
}

/** Counts the bytes that the platform unpacks, over all streams. */
function countUnpacked() {
  const counted = { bytes: 0, most: 0 };
  const Original = globalThis.DecompressionStream;
  class Counting {
    readonly readable: ReadableStream<Uint8Array>;
    readonly writable: WritableStream<BufferSource>;
    constructor(format: CompressionFormat) {
      const inner = new Original(format);
      const count = new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, controller) {
          counted.bytes += chunk.length;
          counted.most = Math.max(counted.most, chunk.length);
          controller.enqueue(chunk);
        },
      });
      this.writable = inner.writable;
      this.readable = inner.readable.pipeThrough(count);
    }
  }
  vi.stubGlobal('DecompressionStream', Counting);
  return counted;
}

it('a workbook of 9 MB that would unpack to gigabytes is rejected in bounded memory, with a reason, and the grid kept', async () => {
  const counted = countUnpacked();
  const grid = createGridStore([{ ...blankGridRow('row-1'), name: 'Ada Park' }]);
  const packed = packedSpaces(8 * 1024);
  const parts = xlsxParts(sheetXml('')).map(({ name, text }) => ({
    name,
    packed: deflateRawSync(text),
    size: text.length,
    checksum: crc32(text),
  }));
  // It declares a small size, as a zip bomb does.
  const bomb = { name: 'xl/worksheets/sheet2.xml', packed, size: 10, checksum: 0 };
  const bytes = makePackedZip([...parts, bomb]);
  expect(bytes.length).toBeLessThan(importLimits.maxBytes);

  const reading = readSpreadsheet(new File([bytes], 'patients.xlsx'), { kits: threeKits });
  await expect(reading).rejects.toMatchObject({
    reason: 'too-large',
    message: expect.stringMatching(/too large/i),
  });
  expect(counted.bytes).toBeGreaterThan(90 * mebibyte);
  expect(counted.bytes).toBeLessThan(allowed);
  expect(counted.most).toBeLessThan(mebibyte);
  expect(grid.rows().map(({ name }) => name)).toEqual(['Ada Park']);
});
