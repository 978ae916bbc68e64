import { crc32, deflateRawSync } from 'node:zlib';

type ZipPart = {
  name: string;
  text: string | Uint8Array;
  encrypted?: boolean;
};

const bytesOf = (text: string | Uint8Array) =>
  typeof text === 'string' ? new TextEncoder().encode(text) : text;

type PackedPart = {
  name: string;
  packed: Uint8Array;
  /** The declared unpacked size. */
  size: number;
  checksum: number;
  encrypted?: boolean;
  /** Kept as it is instead of compressed. */
  stored?: boolean;
  /** Declares its sizes in an extra field of 64-bit numbers. */
  zip64?: boolean;
  /** Has no data of its own, but names the data of the part before it. */
  overlapping?: boolean;
};

/** A ZIP file with exactly these parts, valid or not, including files that no spreadsheet program would save. */
export function makeZip(parts: ZipPart[]): Uint8Array<ArrayBuffer> {
  return makePackedZip(
    parts.map(({ name, text, encrypted = false }) => {
      const raw = bytesOf(text);
      return { name, packed: deflateRawSync(raw), size: raw.length, checksum: crc32(raw), encrypted };
    }),
  );
}

/** The same for parts that are already compressed, with arbitrary declared sizes. */
export function makePackedZip(parts: PackedPart[], comment = ''): Uint8Array<ArrayBuffer> {
  const directory: Uint8Array[] = [];
  const body: Uint8Array[] = [];
  let offset = 0;
  let dataAt = 0;
  for (const part of parts) {
    const { name, packed, size, checksum, encrypted = false, stored = false } = part;
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(encrypted ? 1 : 0, 2);
    common.writeUInt16LE(stored ? 0 : 8, 4);
    common.writeUInt32LE(checksum, 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(size, 18);
    common.writeUInt16LE(Buffer.byteLength(name), 22);
    if (!part.overlapping) {
      dataAt = offset;
      const local = [Buffer.from('PK\x03\x04', 'latin1'), common, Buffer.from(name), packed];
      body.push(...local);
      offset += local.reduce((sum, piece) => sum + piece.length, 0);
    }
    const entry = Buffer.from(common);
    const sizes = Buffer.alloc(part.zip64 ? 20 : 0);
    if (part.zip64) {
      entry.fill(0xff, 14, 22);
      sizes.writeUInt16LE(1, 0);
      sizes.writeUInt16LE(16, 2);
      sizes.writeBigUInt64LE(BigInt(size), 4);
      sizes.writeBigUInt64LE(BigInt(packed.length), 12);
    }
    entry.writeUInt16LE(sizes.length, 24);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(dataAt, 10);
    directory.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), entry, tail, Buffer.from(name), sizes);
  }
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(
    directory.reduce((sum, part) => sum + part.length, 0),
    12,
  );
  end.writeUInt32LE(offset, 16);
  end.writeUInt16LE(comment.length, 20);
  return new Uint8Array(Buffer.concat([...body, ...directory, end, Buffer.from(comment)]));
}

const workbookTypes = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const relationTypes = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** The parts of a minimal .xlsx whose only sheet has the given XML; tests change or add parts. */
export function xlsxParts(sheetXml: string, sheetName = 'Patients'): ZipPart[] {
  return [
    {
      name: '[Content_Types].xml',
      text: `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/xl/workbook.xml" ContentType="${workbookTypes}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${workbookTypes}.worksheet+xml"/></Types>`,
    },
    {
      name: 'xl/workbook.xml',
      text: `<?xml version="1.0"?><workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${relationTypes}"><sheets><sheet name="${sheetName}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      text: `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${relationTypes}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    },
    { name: 'xl/worksheets/sheet1.xml', text: sheetXml },
  ];
}

const escapeXml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** One row of inline strings; `number` is the row's number in the sheet. */
export function rowXml(number: number, texts: readonly string[]): string {
  const cells = texts.map((text, index) => {
    const reference = `${String.fromCharCode(65 + index)}${number}`;
    return `<c r="${reference}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(text)}</t></is></c>`;
  });
  return `<row r="${number}">${cells.join('')}</row>`;
}

export function sheetXml(rows: string, { before = '', after = '' } = {}): string {
  return `<?xml version="1.0"?><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${relationTypes}">${before}<sheetData>${rows}</sheetData>${after}</worksheet>`;
}

export const makeXlsx = (rows: string, around?: { before?: string; after?: string }, sheetName?: string) =>
  makeZip(xlsxParts(sheetXml(rows, around), sheetName));
