import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { importColumns, importedText } from '@/domain/patient-import';
import { parseWorkbook } from '@/features/patients/import/parse-workbook';
import { writeTextWorkbook } from '@/features/patients/import/text-workbook';
import { makeXlsx, rowXml } from './make-xlsx';
import { fixtureBytes, outcomeOf, threeKits } from './support';

/** A fixed seed: otherwise a hang in the spreadsheet library would occur at random. */
const runs = { seed: 20_260_101, numRuns: 100 };

/** `outcomeOf` throws on anything but a typed error. */
const endsInAnAnswer = async (bytes: Uint8Array) => {
  expect(typeof (await outcomeOf(bytes))).toBe('string');
};

describe('whatever the bytes are, reading ends in rows or in a rejection with a reason', () => {
  it.each(['good-25.xlsx', 'good-25.xls', 'dates-and-formulas.xls'])(
    '%s with bytes overwritten',
    async (file) => {
      const original = fixtureBytes(file);
      const change = fc.tuple(fc.nat(original.length - 1), fc.integer({ min: 0, max: 255 }));
      await fc.assert(
        fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 12 }), (changes) => {
          const bytes = original.slice();
          for (const [index, byte] of changes) bytes[index] = byte;
          return endsInAnAnswer(bytes);
        }),
        runs,
      );
    },
  );

  it('any XML for a sheet', async () => {
    const piece = fc.constantFrom(
      ...['<row>', '</row>', '<row r="-1">', '<row r="9e9">', '<c r="A1">', '<c r="ZZZZ0" t="s">'],
      ...['<c t="e">', '</c>', '<v>', '</v>', '99', '1e999', '<f t="shared" si="0">', '<is><t>'],
      ...['&#0;', '&bad;', '<![CDATA[', ']]>'],
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 60 }), (pieces) =>
        endsInAnAnswer(makeXlsx(pieces.join(''))),
      ),
      runs,
    );
  });
});

describe('texts', () => {
  const header = importColumns.map(({ title }) => title);

  it('come out as they were written, in every column without a format of its own', async () => {
    const oneLine = (value: string) => value.normalize('NFC').replace(/\s+/g, ' ').trim();
    // An email, a phone, an age, a postal code.
    const others = (cells: readonly string[]) => [cells[0], ...cells.slice(4, 6), ...cells.slice(7)];
    const text = fc
      .string({ unit: 'grapheme', maxLength: 40 })
      .filter((value) => value.trim() !== '' && !/\p{C}/u.test(value));
    const row = fc.array(text, { minLength: 12, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 20, maxLength: 20 }), async (written) => {
        const bytes = writeTextWorkbook('Patients', [header, ...written]);
        const { rows } = await parseWorkbook(bytes, { fileName: 'a.xlsx', kits: threeKits });
        const read = rows.map((row) => others(importColumns.map(({ key }) => importedText(row, key))));
        expect(read).toEqual(written.map((cells) => others(cells.map(oneLine))));
      }),
      { ...runs, numRuns: 20 },
    );
  });

  it('of a good row survive any content in the rows around it', async () => {
    const good = [
      ...['Ava Thompson', 'ava@example.com', '+1 617 555 0123', '34', '118 Beacon Street', 'Boston'],
      ...['02116', 'MA', 'USA', 'USPS', '3 Months', 'kit 1'],
    ];
    // Cells that a program may have saved. A missing shared string is different: then the whole file is rejected.
    const badCell = fc.constantFrom(
      ...['<c t="e"><v>#REF!</v></c>', '<c t="b"><v>7</v></c>', '<c><v>1e999</v></c>'],
      ...['<c><f>1/0</f></c>', '<c t="inlineStr"><is><t>&#0;&bad;</t></is></c>', '<c t="str"><v>x</v></c>'],
      ...['<c t="d"><v>never</v></c>', '<c s="99"><v>5</v></c>', '<c t="inlineStr"/>', '<c r="XFD1048577"/>'],
    );
    const badRow = fc.array(badCell, { maxLength: 14 }).map((cells) => cells.join(''));
    await fc.assert(
      fc.asyncProperty(fc.array(badRow, { minLength: 10, maxLength: 30 }), async (neighbours) => {
        // A good row follows each bad one.
        const xml = neighbours.map(
          (bad, index) => `<row r="${2 * index + 2}">${bad}</row>${rowXml(2 * index + 3, good)}`,
        );
        const bytes = makeXlsx(rowXml(1, header) + xml.join(''));
        const { rows } = await parseWorkbook(bytes, { fileName: 'a.xlsx', kits: threeKits });
        const survivors = rows.filter(({ sheetRow }) => sheetRow % 2 === 1);
        expect(survivors).toHaveLength(neighbours.length);
        for (const row of survivors)
          expect(importColumns.map(({ key }) => importedText(row, key))).toEqual(good);
      }),
      runs,
    );
  });
});
