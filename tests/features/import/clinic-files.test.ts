import { describe, expect, it } from 'vitest';
import type { ImportColumnKey, ImportResult, SheetView } from '@/domain/patient-import';
import { parseWorkbook } from '@/features/patients/import/parse-workbook';
import { makeXlsx, makeZip, rowXml, sheetXml, xlsxParts } from './make-xlsx';
import { fixtureBytes, outcomeOf, threeKits } from './support';

// Kinds of files that real programs write. Every person is invented.

const parse = (bytes: Uint8Array, view: Partial<SheetView> = {}, fileName = 'patients.xlsx') =>
  parseWorkbook(bytes, {
    fileName,
    kits: threeKits,
    view: { sheet: null, headerRow: null, withHidden: false, ...view },
  });
const clinic = (name: string, view: Partial<SheetView> = {}) =>
  parse(fixtureBytes(`clinics/${name}`), view, name);

const column = ({ rows }: ImportResult, key: ImportColumnKey) => rows.map(({ values }) => values[key]);
const issueTexts = ({ rows }: ImportResult) =>
  rows.flatMap(({ sheetRow, issues }) =>
    issues.map(({ column: key, level, message }) => `${sheetRow} ${key} ${level}: ${message}`),
  );

const titles = [
  ...['Name', 'Email', 'Phone', 'Age', 'Street', 'City', 'Postal Code', 'State', 'Country'],
  ...['Shipping Type', 'Frequency', 'Kit Type'],
];
const ada = [
  ...['Ada Quill', 'ada@clinic.example', '617-555-0110', '30', '10 Oak Street', 'Boston', '02116', 'MA'],
  ...['USA', 'USPS', '1 Month', 'kit 1'],
];
/** One patient in row 2, with these cells instead of Ada's. */
const oneRow = (cells: Readonly<Record<number, string>>) =>
  makeXlsx(
    `${rowXml(1, titles)}<row r="2">${ada
      .map((text, index) => cells[index] ?? `<c t="inlineStr"><is><t>${text}</t></is></c>`)
      .join('')}</row>`,
  );
/** A workbook whose first cell of row 2 is this shared string. */
const shared = (strings: string, cell = '0') =>
  makeZip([
    ...xlsxParts(
      sheetXml(
        `${rowXml(1, titles)}<row r="2"><c r="A2" t="s"><v>${cell}</v></c>${ada
          .slice(1)
          .map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`)
          .join('')}</row>`,
      ),
    ),
    {
      name: 'xl/sharedStrings.xml',
      text: `<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">${strings}</sst>`,
    },
  ]);
const nameIn = async (bytes: Uint8Array) => column(await parse(bytes), 'name')[0];

describe('texts of cells', () => {
  it('an empty shared string does not give everybody the next one’s texts', async () => {
    const result = await clinic('x32-the-same-with-an-unused-last-row.xlsx');
    expect(result.rows.map(({ values: { name, age } }) => `${name} ${age}`)).toEqual([
      ...['Ada Quill 30', 'Ben Rook 31', 'Cora Vane 32', 'Dale Frost 33', 'Edie Marsh 34'],
    ]);
  });

  it.each([
    ['<si/><si><t>Ada</t></si>', '1', 'Ada'],
    ['<si /><si></si><si><t/></si><si><t>Ada</t></si>', '3', 'Ada'],
    ['<si><r><t>Ada</t></r></si><si><t>Ben</t></si>', '0', 'Ada'],
    ['<si><t xml:space="preserve">Mary </t><r><rPr><b/></rPr><t>Ann</t></r></si>', '0', 'Mary Ann'],
    ['<si><r><t>Mary</t></r><r><t xml:space="preserve"> Ann</t></r></si>', '0', 'Mary Ann'],
    ['<si><t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh><phoneticPr/></si>', '0', '東京'],
    ['<si><t><![CDATA[Ada <& Co]]></t></si>', '0', 'Ada <& Co'],
    ['<!-- <si><t>Ben</t></si> --><si><t>Ada</t></si>', '0', 'Ada'],
    ['<si><t>&#x20BB7;&#30000; &#128540;</t></si>', '0', '𠮷田 😜'],
    ['<si><t>&lt;b&gt; &#38;amp; &#60;</t></si>', '0', '<b> &amp; <'],
  ])('shared strings %s', async (strings, cell, name) => {
    expect(await nameIn(shared(strings, cell))).toBe(name);
  });

  it.each([
    ['<c t="str"><f>A1</f><v>Siobh&#225;n &#x20BB7;</v></c>', 'Siobhán 𠮷'],
    ['<c t="inlineStr"><is><t>Mary </t><r><t>Ann</t></r></is></c>', 'Mary Ann'],
  ])('a cell %s', async (cell, name) => expect(await nameIn(oneRow({ 0: cell }))).toBe(name));

  it('formatted runs after plain text, and characters above U+FFFF by number', async () => {
    const runs = await clinic('x21-text-then-rich-text.xlsx');
    expect(runs.rows[0]?.values).toMatchObject({ name: 'Mary Ann Quill', street: '10 Oak Street, Apt 5' });
    expect(column(await clinic('x22-numeric-entities.xlsx'), 'name')).toEqual(['𠮷田 Ada 😜']);
  });

  it('of Excel 5.0/95 are read in their code page', async () => {
    const cyrillic = await clinic('k01-biff5-codepage-1251.xls');
    expect(cyrillic.rows[0]?.values).toMatchObject({ name: 'Анна Иванова', street: 'Улица 5' });
    const western = await clinic('k01-biff5-codepage-1252.xls');
    expect(western.rows[0]?.values).toMatchObject({ name: 'Siobhán O’Brien', street: '5 St. Mary’s Road' });
  });

  it('of Excel 5.0/95 in a code page that nobody knows are not guessed', async () => {
    const bytes = fixtureBytes('clinics/k01-biff5-codepage-1251.xls');
    // CodePage: two bytes of data.
    const at = bytes.findIndex(
      (byte, index) =>
        byte === 0x42 && bytes[index + 1] === 0 && bytes[index + 2] === 2 && bytes[index + 3] === 0,
    );
    new DataView(bytes.buffer).setUint16(at + 4, 437, true);
    expect(await outcomeOf(bytes, 'a.xls')).toBe('old-format');
  });
});

describe('parts of an .xlsx', () => {
  it.each([
    'x06-workbook-not-in-xl.xlsx',
    'x23-lower-case-references.xlsx',
    'x24-styles-part-named-but-missing.xlsx',
  ])('%s', async (name) => {
    expect(column(await clinic(name), 'name')).toEqual(['Ada Quill', 'Ben Rook']);
  });

  it('are found by absolute paths, and in UTF-16', async () => {
    const parts = xlsxParts(sheetXml(rowXml(1, titles) + rowXml(2, ada)));
    const absolute = parts.map(({ name, text }) => ({
      name: name.replace('xl/worksheets', 'data'),
      text: String(text).replace('"worksheets/', '"/data/'),
    }));
    expect(column(await parse(makeZip(absolute)), 'name')).toEqual(['Ada Quill']);
    const wide = parts.map(({ name, text }) => ({
      name,
      text: new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf16le')),
    }));
    expect(column(await parse(makeZip(wide)), 'name')).toEqual(['Ada Quill']);
  });
});

describe('what a person does not see', () => {
  it('hidden rows are left out, counted, and read if the user wants them', async () => {
    const result = await clinic('s11-filtered-hidden-rows.xlsx');
    expect(column(result, 'name')).toEqual(['Ada Quill', 'Dale Frost']);
    expect(result.reading).toMatchObject({ hidden: { rows: 2, columns: 0 }, withHidden: false });
    const all = await clinic('s11-filtered-hidden-rows.xlsx', { withHidden: true });
    expect(all.rows).toHaveLength(4);
    expect(all.reading).toMatchObject({ hidden: { rows: 2, columns: 0 }, withHidden: true });
  });

  it('where all patients are hidden, nobody is read, and they are offered', async () => {
    const hidden = rowXml(2, ada).replace('<row ', '<row hidden="true" ');
    const result = await parse(makeXlsx(rowXml(1, titles) + hidden));
    expect(result).toMatchObject({ rows: [], reading: { hidden: { rows: 1 } } });
  });

  it('of a hidden column and a visible one, the visible one', async () => {
    const result = await clinic('s12-hidden-column-old-email.xlsx');
    expect(column(result, 'email')).toEqual([
      'ada.quill@clinic-test.example',
      'ben.rook@clinic-test.example',
    ]);
    expect(result.columns?.sources.map(({ letter }) => letter)).not.toContain('B');
    expect(result.reading.hidden).toEqual({ rows: 0, columns: 1 });
  });

  it('the first sheet that is not hidden and has cells is read; the others are named', async () => {
    const result = await clinic('s01-hidden-first-sheet.xlsx');
    expect(column(result, 'name')).toEqual(['Ada Quill', 'Ben Rook']);
    expect(result.reading).toMatchObject({ sheets: ['Patients'], sheet: 0 });
    expect((await clinic('n08-formulas-written-by-a-program.xlsx')).reading.sheets).toEqual([
      'Patients',
      'Raw',
    ]);
    const other = await clinic('n08-formulas-written-by-a-program.xlsx', { sheet: 1, headerRow: 1 }).catch(
      (error: unknown) => error,
    );
    expect(other).toMatchObject({ reason: 'no-rows' });
  });

  it('a chart sheet before the list is skipped', async () => {
    const parts = xlsxParts(sheetXml(rowXml(1, titles) + rowXml(2, ada))).map(({ name, text }) => ({
      name,
      text: String(text)
        .replace('<sheets>', '<sheets><sheet name="Chart" sheetId="2" r:id="rId2"/>')
        .replace(
          '</Relationships>',
          '<Relationship Id="rId2" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/chartsheet" Target="chartsheets/sheet1.xml"/></Relationships>',
        ),
    }));
    const chart = { name: 'xl/chartsheets/sheet1.xml', text: '<chartsheet/>' };
    expect((await parse(makeZip([...parts, chart]))).reading.sheets).toEqual(['Patients']);
  });
});

describe('rows that are no patients', () => {
  it('a title above the header is no header, and another header row can be chosen', async () => {
    const result = await clinic('s07-title-rows-above-header.xlsx');
    expect(result).toMatchObject({ columns: null, reading: { headerRow: 4 } });
    expect(column(result, 'name')).toEqual(['Ada Quill', 'Ben Rook']);
    const chosen = await clinic('s07-title-rows-above-header.xlsx', { headerRow: 2 });
    expect(chosen.reading.headerRow).toBe(2);
    expect(chosen.columns).not.toBeNull();
  });

  it('the header again and totals are left out, and their rows are named', async () => {
    const pages = await clinic('s15-header-repeated-per-page.xlsx');
    expect(column(pages, 'name')).toEqual(['Ada Quill', 'Ben Rook', 'Cora Vane', 'Dale Frost']);
    expect(pages.reading.leftOut).toEqual([4]);
    const totals = await clinic('t14-full-total-row.xlsx');
    expect(column(totals, 'name')).toEqual(['Ada Quill']);
    expect(totals.reading.leftOut).toEqual([3]);
  });

  it('a patient may be called Total', async () => {
    const bytes = makeXlsx(rowXml(1, titles) + rowXml(2, ada.with(0, 'Total Smith')));
    expect(await nameIn(bytes)).toBe('Total Smith');
  });

  it('a clinic may be called Total, where patients have no email', async () => {
    const withClinic = ['Total Health', ...ada.with(1, '')];
    const bytes = makeXlsx(rowXml(1, ['Clinic', ...titles]) + rowXml(2, withClinic));
    expect(await nameIn(bytes)).toBe('Ada Quill');
  });
});

describe('values', () => {
  it('emails are cleaned, or marked', async () => {
    const result = await clinic('t13-emails-that-pass.xlsx');
    expect(column(result, 'email')).toEqual([
      ...['ada.quill', 'ben.rook', 'cora.vane', 'dale.frost'].map((name) => `${name}@clinic-test.example`),
      'edie.marsh@clinictest.example',
      ...['finn.hale', 'gwen.pike', 'hugo.lund'].map((name) => `${name}@clinic-test.example`),
      'ines.roth@clinic-test..example',
      'jude.wren@clinic-test.example',
    ]);
    expect(issueTexts(result)).toEqual(['10 email error: This isn’t an email address.']);
  });

  it('ZIP codes are restored in the USA, however it is written, and marked where it may be meant', async () => {
    const result = await clinic('t09-countries.xlsx');
    expect(column(result, 'postalCode')).toEqual([...Array.from({ length: 9 }, () => '02116'), '00901']);
    const other = await parse(
      makeXlsx(rowXml(1, titles) + rowXml(2, ada.with(6, '2116').with(8, 'Amerika'))),
    );
    expect(issueTexts(other)).toEqual([expect.stringMatching(/^2 postalCode warning: Check this/)]);
  });

  it('formulas without a result ask for Excel, also where a program has written zeros for them', async () => {
    const result = await clinic('n08-formulas-written-by-a-program.xlsx');
    expect(issueTexts(result)[0]).toMatch(/^2 name error: .*Open the file in Excel and save it/);
    expect(issueTexts(result).join()).not.toContain('is missing');
    const bytes = makeZip(
      xlsxParts(
        sheetXml(
          `${rowXml(1, titles)}${rowXml(2, ada).replace(/<c r="D2".*?<\/c>/, '<c r="D2"><f>1+29</f><v>0</v></c>')}`,
        ),
      ).map(({ name, text }) => ({
        name,
        text: String(text).replace('</sheets>', '</sheets><calcPr fullCalcOnLoad="1"/>'),
      })),
    );
    expect(issueTexts(await parse(bytes))).toEqual([expect.stringMatching(/^2 age error: .*in Excel/)]);
  });

  it('a formula whose result is an empty text is empty', async () => {
    const result = await parse(oneRow({ 9: '<c r="J2" t="str"><f>""</f><v></v></c>' }));
    expect(result.rows[0]).toMatchObject({ values: { shippingType: '' }, issues: [] });
  });

  it.each([
    [4, '<c t="b"><v>1</v></c>', 'TRUE', 'street'],
    [4, '<c t="n"><v>0.5</v></c>', '0.5', 'street'],
    [5, '<c t="n" s="1"><v>46091</v></c>', '10-Mar', 'city'],
  ])('column %i: %s is marked, because Excel has converted it', async (index, cell, display, field) => {
    const styles = {
      name: 'xl/styles.xml',
      text: '<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="16" applyNumberFormat="1"/></cellXfs></styleSheet>',
    };
    const row = ada.map((text, at) => (at === index ? cell : `<c t="inlineStr"><is><t>${text}</t></is></c>`));
    const bytes = makeZip([
      ...xlsxParts(sheetXml(`${rowXml(1, titles)}<row r="2">${row.join('')}</row>`)),
      styles,
    ]);
    expect(issueTexts(await parse(bytes))).toEqual([
      `2 ${field} warning: Check this: the spreadsheet program may have made “${display}” of what was typed.`,
    ]);
  });

  it('a state that is none is marked', async () => {
    const state = async (text: string) =>
      issueTexts(await parse(makeXlsx(rowXml(1, titles) + rowXml(2, ada.with(7, text)))));
    expect(await state('Mass')).toEqual(['2 state warning: This isn’t a US state.']);
    for (const text of ['ma', 'Massachusetts', 'D.C.', 'PR', 'AE']) expect(await state(text)).toEqual([]);
  });

  it('merged cells of a household are filled down, but a name and an age are one person’s', async () => {
    const blanks = (texts: Readonly<Record<number, string>>) => titles.map((_, at) => texts[at] ?? '');
    const rows = [
      titles,
      ada,
      blanks({ 0: 'Ben Rook', 3: '31' }),
      blanks({ 1: 'cora@clinic.example' }),
      blanks({}),
    ];
    const merges = ['A', 'C', 'D', 'E', 'F', 'G', 'H', 'I'].map(
      (letter) => `<mergeCell ref="${letter}2:${letter}9"/>`,
    );
    const bytes = makeXlsx(rows.map((texts, at) => rowXml(at + 1, texts)).join(''), {
      after: `<mergeCells>${merges.join('')}<mergeCell ref="A1:XFD1048576"/></mergeCells>`,
    });
    const result = await parse(bytes);
    expect(
      result.rows.map(({ values: { name, phone, age, street, postalCode } }) => [
        name,
        phone,
        age,
        street,
        postalCode,
      ]),
    ).toEqual([
      ['Ada Quill', '617-555-0110', '30', '10 Oak Street', '02116'],
      ['Ben Rook', '617-555-0110', '31', '10 Oak Street', '02116'],
      ['', '617-555-0110', '', '10 Oak Street', '02116'],
    ]);
    expect(result.rows[1]?.issues).toContainEqual({
      column: 'street',
      level: 'warning',
      message: 'From the merged cell in row 2.',
    });
  });
});

describe('merged cells', () => {
  const merged = '<mergeCells><mergeCell ref="E2:E3"/></mergeCells>';

  it('make no patient of a row with a remark alone', async () => {
    const remark = [...titles.map(() => ''), 'moved away'];
    const rows = rowXml(1, [...titles, 'Remarks']) + rowXml(2, ada) + rowXml(3, remark);
    expect(column(await parse(makeXlsx(rows, { after: merged })), 'name')).toEqual(['Ada Quill']);
  });

  it('are filled down from a row that is hidden', async () => {
    const ben = ada.with(0, 'Ben Rook').with(1, 'ben@clinic.example').with(4, '');
    const hidden = rowXml(2, ada).replace('<row ', '<row hidden="1" ');
    const result = await parse(makeXlsx(rowXml(1, titles) + hidden + rowXml(3, ben), { after: merged }));
    expect(result.rows.map(({ values }) => `${values.name}, ${values.street}`)).toEqual([
      'Ben Rook, 10 Oak Street',
    ]);
  });
});

describe('files that are damaged or something else', () => {
  it('a chain of sectors that returns to itself is damaged, at once', async () => {
    expect((await clinic('b20-good.xls')).rows.length).toBeGreaterThan(0);
    const start = performance.now();
    expect(await outcomeOf(fixtureBytes('clinics/b21-damaged-sector-table.xls'), 'b21.xls')).toBe('damaged');
    expect(performance.now() - start).toBeLessThan(8000);
  });

  it.each([
    [[0x09, 0x00, 0x04, 0x00], 'old-format'],
    [[0x09, 0x02, 0x06, 0x00], 'old-format'],
    [[0x09, 0x04, 0x06, 0x00], 'old-format'],
    [[...Buffer.from('<html><table>')], 'content'],
    [[...Buffer.from('<?xml version="1.0"?><Workbook>')], 'content'],
    [[...Buffer.from('Name,Email')], 'content'],
  ] as const)('an .xls that begins with %j: %s', async (bytes, reason) => {
    expect(await outcomeOf(Uint8Array.from([...bytes, ...new Uint8Array(600)]), 'a.xls')).toBe(reason);
  });

  it('a binary workbook is named so', async () => {
    const parts = [
      { name: '[Content_Types].xml', text: '<Types/>' },
      { name: 'xl/workbook.bin', text: 'x' },
    ];
    expect(await outcomeOf(makeZip(parts))).toBe('old-format');
  });
});
