import { crc32, deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { importLimits } from '@/contract/constants';
import { importColumns } from '@/contract/patient-import';
import { maxCellLength, parseWorkbook } from '@/features/patients/import/parse-workbook';
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
  it('stops unpacking an archive that grows beyond all measure, whatever size it claims', async () => {
    const blanks = new Uint8Array(100 * 1024 * 1024).fill(0x20);
    const parts = xlsxParts(sheetXml(twoRows));
    const bomb = { name: 'xl/worksheets/sheet2.xml', text: blanks, claimedSize: 10 };
    const bytes = makeZip([...parts, bomb]);
    expect(bytes.length).toBeLessThan(importLimits.maxBytes);
    expect(await outcomeOf(bytes)).toBe('too-large');
  });

  it('rejects a file of more than 10 MB', async () => {
    const bytes = new Uint8Array(10 * 1024 * 1024 + 1);
    bytes.set(fixtureBytes('good-25.xlsx'));
    expect(await outcomeOf(bytes)).toBe('too-large');
  });

  it('rejects an archive with tens of thousands of parts', async () => {
    const many = Array.from({ length: 20_000 }, (_, index) => ({ name: `xl/p${index}.xml`, text: '' }));
    expect(await outcomeOf(makeZip([...xlsxParts(sheetXml(twoRows)), ...many]))).toBe('too-large');
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

  it('reads a patient in the very last row of a sheet', async () => {
    const result = await parse(makeXlsx(rowXml(1, header) + rowXml(1_048_576, patient)));
    expect(result).toMatchObject({ totalRows: 1, rows: [{ sheetRow: 1_048_576 }] });
  });

  it('reads a sheet whose part is not named in ASCII', async () => {
    const parts = xlsxParts(sheetXml(twoRows)).map(({ name, text }) => ({
      name: name.replace('sheet1', 'Пациенты'),
      text: String(text).replaceAll('sheet1', 'Пациенты'),
    }));
    expect(await parse(makeZip(parts))).toMatchObject({ totalRows: 1, rows: [{ sheetRow: 2 }] });
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

  it('leaves a formula without a stored result empty', async () => {
    const formula =
      '<row r="3"><c r="A3"><f>1+1</f></c><c r="B3" t="str"><f>"x"&amp;1</f></c><c r="C3"><v>5</v></c></row>';
    const result = await parse(makeXlsx(twoRows + formula));
    expect(result.rows[1]?.values).toMatchObject({ name: '', email: '', phone: '5' });
  });

  it('cuts a cell of megabytes and reports it', async () => {
    const long = 'x'.repeat(2_000_000);
    const [row] = (await parse(makeXlsx(rowXml(1, header) + rowXml(2, [long, ...patient.slice(1)])))).rows;
    expect(row?.values.name).toHaveLength(maxCellLength);
    expect(row?.issues).toEqual([
      { column: 'name', message: 'Longer than 500 characters: we cut off the end.', level: 'error' },
    ]);
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

  it('every part with an extra field, as some programs write them', async () => {
    const parts = [...others, good].map((part) => ({ ...part, zip64: true }));
    expect(await outcomeOf(makePackedZip(parts))).toBe('accepted');
  });

  it('the first of two parts with one name counts', async () => {
    const second = xlsxParts(sheetXml(twoRows.replace('Ava Thompson', 'Eve'))).slice(-1);
    const result = await parse(makeZip([...xlsxParts(sheet), ...second]));
    expect(result.rows.map(({ values }) => values.name)).toEqual(['Ava Thompson']);
  });

  it('hundreds of parts over the same data are stopped at the limit for all of them', async () => {
    const blanks = new Uint8Array(1024 * 1024).fill(0x20);
    const part = { packed: deflateRawSync(blanks), size: blanks.length, checksum: crc32(blanks) };
    const names = Array.from({ length: 200 }, (_, index) => `xl/p${index}.xml`);
    const many = names.map((name, index) => ({ ...part, name, overlapping: index > 0 }));
    const bytes = makePackedZip([...others, good, ...many]);
    expect(bytes.length).toBeLessThan(30_000);
    expect(await outcomeOf(bytes)).toBe('too-large');
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

  it('a workbook in which a single byte of a cell was flipped', async () => {
    const bytes = fixtureBytes('good-25.xlsx');
    const middle = Math.floor(bytes.length / 2);
    bytes[middle] = (bytes[middle] ?? 0) ^ 0x10;
    expect(await outcomeOf(bytes)).toBe('damaged');
  });

  it('a workbook whose sheet is missing', async () => {
    const parts = xlsxParts('').filter(({ name }) => !name.includes('sheet1'));
    expect(await outcomeOf(makeZip(parts))).toBe('damaged');
  });

  it('nothing at all', async () => {
    expect(await outcomeOf(new Uint8Array())).toBe('no-content');
  });
});
