import { constants, crc32, deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { CFB } from 'xlsx';
import { importColumns } from '@/domain/patient-import';
import { parseWorkbook } from '@/features/patients/import/parse-workbook';
import { makePackedZip, makeXlsx, makeZip, rowXml, sheetXml, xlsxParts } from './make-xlsx';
import { fixtureBytes, outcomeOf, threeKits } from './support';

const header = importColumns.map(({ title }) => title);
const patient = [
  ...['Ava Thompson', 'ava@example.com', '+1 617 555 0123', '34', '118 Beacon Street', 'Boston'],
  ...['02116', 'MA', 'USA', 'USPS', '3 Months', 'kit 1'],
];
const twoRows = rowXml(1, header) + rowXml(2, patient);
const parse = (bytes: Uint8Array) => parseWorkbook(bytes, { fileName: 'patients.xlsx', kits: threeKits });

describe('files made to do harm', () => {
  it('stops unpacking a workbook of 9 MB that grows to 8 GB, whatever size it claims', async () => {
    // One block again and again, so that the file is made quickly.
    const block = deflateRawSync(Buffer.alloc(2 ** 20, 0x20), { finishFlush: constants.Z_FULL_FLUSH });
    const packed = Buffer.concat([...Array.from({ length: 8192 }, () => block), deflateRawSync('')]);
    const bomb = { name: 'xl/sharedStrings.xml', packed, size: 10, checksum: 0 };
    const parts = xlsxParts(sheetXml('')).map(({ name, text }) => ({
      name,
      packed: deflateRawSync(text),
      size: text.length,
      checksum: crc32(text),
    }));
    const bytes = makePackedZip([...parts, bomb]);
    expect(bytes.length).toBeLessThan(10 * 1024 * 1024);
    expect(await outcomeOf(bytes)).toBe('too-large');
  });

  it('rejects a file of more than 10 MB', async () => {
    const bytes = new Uint8Array(10 * 1024 * 1024 + 1);
    bytes.set(fixtureBytes('good-25.xlsx'));
    expect(await outcomeOf(bytes)).toBe('too-large');
  });

  it('does not believe a sheet that claims a million rows, nor a link that spans them', async () => {
    const result = await parse(
      makeXlsx(twoRows, {
        before: '<dimension ref="A1:XFD1048576"/>',
        after: '<hyperlinks><hyperlink ref="A1:XFD1048576" location="x"/></hyperlinks>',
      }),
    );
    expect(result).toMatchObject({ totalRows: 1, rows: [{ sheetRow: 2 }] });
  });

  it('is not moved by names of object internals in headers, cells or the sheet’s name', async () => {
    const internals = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'prototype', 'valueOf'];
    const names = [...internals, ...internals];
    const bytes = makeXlsx(rowXml(1, names) + rowXml(2, names), {}, '__proto__');
    const result = await parse(bytes);
    expect(result.sheetName).toBe('__proto__');
    expect(result.rows[0]?.values).toMatchObject({ name: '__proto__', email: 'constructor' });
    expect(Object.keys(Object.prototype)).toEqual([]);
  });

  it('does not expand entities', async () => {
    const doctype = '<!DOCTYPE x [<!ENTITY a "boom"><!ENTITY b "&a;&a;">]>';
    const rows = twoRows.replace('Ava Thompson', '&b;');
    const xml = sheetXml(rows).replace('?>', `?>${doctype}`);
    const result = await parse(makeZip(xlsxParts(xml)));
    expect(result.rows[0]?.values.name).not.toContain('boom');
  });
});

describe('archives whose entries are not what they claim', () => {
  // More than a block of stored data, which holds 65,535 bytes at most.
  const sheet = sheetXml(twoRows, { before: ' '.repeat(200_000) });
  const packed = { name: 'xl/worksheets/sheet1.xml', packed: deflateRawSync(sheet), size: sheet.length };
  const good = { ...packed, checksum: crc32(sheet) };
  const stored = { ...good, packed: Buffer.from(sheet), stored: true };
  const others = xlsxParts('')
    .slice(0, -1)
    .map(({ name, text }) => ({
      name,
      packed: deflateRawSync(text),
      size: text.length,
      checksum: crc32(text),
    }));

  it.each([
    ['compressed', good, 'accepted'],
    ['stored', stored, 'accepted'],
    ['with 64-bit sizes', { ...good, zip64: true }, 'accepted'],
    ['compressed, with another checksum', { ...good, checksum: 1 }, 'damaged'],
    ['compressed, with a smaller size', { ...good, size: 10 }, 'damaged'],
    ['compressed, with a larger size', { ...good, size: sheet.length + 1 }, 'damaged'],
    ['compressed and cut off', { ...good, packed: good.packed.subarray(0, -1) }, 'damaged'],
    ['compressed, with 0 bytes', { ...good, packed: Buffer.alloc(0), size: 0, checksum: 0 }, 'damaged'],
    ['stored, with another checksum', { ...stored, checksum: 1 }, 'damaged'],
    ['stored, with another size', { ...stored, size: 10 }, 'damaged'],
    ['encrypted', { ...good, encrypted: true }, 'encrypted'],
  ])('a sheet %s', async (_, part, outcome) => {
    expect(await outcomeOf(makePackedZip([...others, part]))).toBe(outcome);
  });

  it('an archive without its end, or with more after it than a comment can be', async () => {
    const whole = makePackedZip([...others, good]);
    expect(await outcomeOf(whole.slice(0, -22))).toBe('damaged');
    expect(await outcomeOf(new Uint8Array([...whole, ...new Uint8Array(65_536)]))).toBe('damaged');
    expect(await outcomeOf(makePackedZip([...others, good], 'x'.repeat(65_535)))).toBe('accepted');
  });

  it('parts without cells are not even unpacked', async () => {
    const broken = { packed: Buffer.from('x'), size: 1e9, checksum: 1 };
    const names = ['media/image1.xml', 'theme/theme1.xml', 'pivotCache/cache1.xml', 'vbaProject.bin'];
    const parts = names.map((name) => ({ ...broken, name: `xl/${name}` }));
    expect(await outcomeOf(makePackedZip([...others, good, ...parts]))).toBe('accepted');
    for (const name of ['xl/worksheets/sheet2.xml', 'xl/worksheets/sheet2.bin'])
      expect(await outcomeOf(makePackedZip([...others, good, { ...broken, name }]))).toBe('accepted');
    for (const name of ['xl/styles.xml', 'xl/sharedStrings.xml'])
      expect(await outcomeOf(makePackedZip([...others, good, { ...broken, name }]))).toBe('damaged');
  });

  it('thousands of parts are no reason to reject it', async () => {
    const more = Array.from({ length: 3000 }, (_, at) => ({ name: `xl/p${at}.xml`, text: '' }));
    expect(await outcomeOf(makeZip([...xlsxParts(sheet), ...more]))).toBe('accepted');
  });

  it('names with backslashes or in other letters', async () => {
    const named = (change: (name: string) => string) =>
      makeZip(xlsxParts(sheet).map((part) => ({ ...part, name: change(part.name) })));
    expect(await outcomeOf(named((name) => name.replaceAll('/', '\\')))).toBe('accepted');
    expect(await outcomeOf(named((name) => name.replace('[Content_Types]', '[content_types]')))).toBe(
      'accepted',
    );
    expect(await outcomeOf(named((name) => name.replace('xl/', 'xls/')))).toBe('content');
  });

  it('parts that are too large together are stopped at their common limit', async () => {
    const blanks = new Uint8Array(50 * 1024 * 1024).fill(0x20);
    const part = { packed: deflateRawSync(blanks), size: blanks.length, checksum: crc32(blanks) };
    const named = (name: string) => ({ ...part, name });
    const one = makePackedZip([...others, good, named('xl/styles.xml')]);
    expect(one.length).toBeLessThan(100_000);
    expect(await outcomeOf(one)).not.toBe('too-large');
    const both = [named('xl/styles.xml'), { ...named('xl/sharedStrings.xml'), overlapping: true }];
    expect(await outcomeOf(makePackedZip([...others, good, ...both]))).toBe('too-large');
  });
});

describe('an .xls whose records are not what they claim', () => {
  const record = (type: number, content: Uint8Array) => {
    const head = Buffer.alloc(4);
    head.writeUInt16LE(type, 0);
    head.writeUInt16LE(content.length, 2);
    return [...head, ...content];
  };

  /** A workbook of 25 patients, its stream changed. */
  function makeXls(change: (stream: number[]) => number[], name = 'Workbook') {
    const old = CFB.read(fixtureBytes('good-25.xls'), { type: 'array' });
    const stream = CFB.find(old, 'Workbook')?.content ?? [];
    const changed = CFB.utils.cfb_new();
    CFB.utils.cfb_add(changed, `/${name}`, Buffer.from(change([...stream])));
    return new Uint8Array(CFB.write(changed, { type: 'buffer' }) as Buffer);
  }
  const outcome = (bytes: Uint8Array) => outcomeOf(bytes, 'patients.xls');
  /** With a record at the end of the sheet: before it, other records would not be where the workbook says. */
  const insert = (...added: number[]) =>
    makeXls((stream) => [...stream.slice(0, -4), ...added, ...stream.slice(-4)]);
  const junk = new Uint8Array(50).fill(0xee);

  it.each([
    ['as it was', makeXls((stream) => stream), 'accepted'],
    ['under the older name', makeXls((stream) => stream, 'Book'), 'accepted'],
    ['under a name in other letters', makeXls((stream) => stream, 'WORKBOOK'), 'accepted'],
    ['under another name', makeXls((stream) => stream, 'MyWorkbook'), 'content'],
    ['under the name of an encrypted package', makeXls((stream) => stream, 'EncryptedPackage'), 'encrypted'],
    ['with a drawing of nonsense', insert(...record(0x00ec, junk)), 'accepted'],
    ['with a password', insert(...record(0x002f, junk)), 'encrypted'],
    ['with a record of the most bytes', insert(...record(0x00ec, new Uint8Array(8224))), 'accepted'],
    ['with a longer record', insert(...record(0x00ec, new Uint8Array(8225))), 'damaged'],
    ['with padding after it', makeXls((stream) => [...stream, ...junk]), 'accepted'],
    ['without its last record', makeXls((stream) => stream.slice(0, -4)), 'damaged'],
    ['without its last byte', makeXls((stream) => stream.slice(0, -1)), 'damaged'],
    ['that begins with something else', makeXls((stream) => [...record(0x00ec, junk), ...stream]), 'damaged'],
    ['of nothing', makeXls(() => []), 'damaged'],
  ])('a stream %s', async (_, bytes, expected) => {
    expect(await outcome(bytes)).toBe(expected);
  });
});

describe('files that are something else', () => {
  it('a Word document', async () => {
    const parts = [
      { name: '[Content_Types].xml', text: '<Types/>' },
      { name: 'word/document.xml', text: '<document/>' },
    ];
    expect(await outcomeOf(makeZip(parts))).toBe('content');
  });

  it('an archive with a password', async () => {
    const parts = xlsxParts(sheetXml(twoRows)).map((part) => ({ ...part, encrypted: true }));
    expect(await outcomeOf(makeZip(parts))).toBe('encrypted');
  });

  it('a workbook whose sheet holds no cells at all', async () => {
    expect(await outcomeOf(makeZip(xlsxParts('<worksheet/>')))).toBe('empty');
    expect(await outcomeOf(makeXlsx(''))).toBe('empty');
  });

  it('a workbook whose sheet is missing', async () => {
    const parts = xlsxParts('').filter(({ name }) => !name.includes('sheet1'));
    expect(await outcomeOf(makeZip(parts))).toBe('damaged');
  });

  it('nothing at all', async () => {
    expect(await outcomeOf(new Uint8Array())).toBe('no-content');
  });
});
