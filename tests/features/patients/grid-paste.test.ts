import { describe, expect, it } from 'vitest';
import { kitId } from '@/contract';
import type { ImportKits } from '@/domain/patient-import';
import { blankGridRow } from '@/domain/storage-keys';
import { type PasteColumn, parsePastedBlock, pasteInto } from '@/features/patients/add/grid-paste';

const kits: ImportKits = [
  { id: kitId.parse('kit-a'), name: 'Essential' },
  { id: kitId.parse('kit-b'), name: 'Complete' },
];

function paste(text: string, column: PasteColumn = 'name', row = 0, list: ImportKits = kits) {
  const rows = [blankGridRow('row-1'), blankGridRow('row-2')];
  let made = 0;
  const newId = () => {
    made += 1;
    return `new-${made}`;
  };
  return pasteInto(rows, { row, column }, parsePastedBlock(text) ?? [], list, newId);
}

describe('reading the clipboard', () => {
  it('leaves the text of a single cell to the input, also with the line break that Excel adds', () => {
    expect(parsePastedBlock('Ada Lovelace')).toBeNull();
    expect(parsePastedBlock('Ada Lovelace\r\n')).toBeNull();
    expect(parsePastedBlock('')).toBeNull();
  });

  it('splits lines and tabs of either line ending, and keeps empty cells', () => {
    expect(parsePastedBlock('Ada\t\t36\r\nGrace\tg@example.com\t85\r\n')).toEqual([
      ['Ada', '', '36'],
      ['Grace', 'g@example.com', '85'],
    ]);
    expect(parsePastedBlock('Ada\nGrace')).toEqual([['Ada'], ['Grace']]);
  });

  it('reads quoted cells, whose line breaks become spaces', () => {
    expect(parsePastedBlock('"1 Main St\nApt 2"\t"the ""big"" house"')).toEqual([
      ['1 Main St Apt 2', 'the "big" house'],
    ]);
  });
});

describe('pasting a block', () => {
  const line = 'Ada\ta@x.io\t555\t36\t1 Main St\tBoston\t02101\tMA\tUSA\tUSPS\tYearly\tKIT 2';

  it('runs over the twelve columns of the import file and looks the kit up', () => {
    expect(paste(line).rows[0]).toEqual({
      id: 'row-1',
      name: 'Ada',
      email: 'a@x.io',
      phone: '555',
      age: '36',
      street: '1 Main St',
      city: 'Boston',
      postalCode: '02101',
      state: 'MA',
      country: 'USA',
      addressLine2: '',
      shippingType: 'USPS',
      frequency: 'Yearly',
      kitType: 'kit-b',
    });
  });

  it('goes downward and rightward from the cell, and adds the rows that are missing', () => {
    const { rows, pastedRows } = paste('1\t36\n2\t37\n3\t38', 'phone', 1);
    expect(pastedRows).toBe(3);
    expect(rows.map(({ id, phone, age }) => [id, phone, age])).toEqual([
      ['row-1', '', ''],
      ['row-2', '1', '36'],
      ['new-1', '2', '37'],
      ['new-2', '3', '38'],
    ]);
  });

  it('skips a line of column titles', () => {
    expect(paste('Name\tEmail\tPhone\nAda\ta@x.io\t555').rows[0]?.name).toBe('Ada');
  });

  it('leaves out what does not fit beside the last column', () => {
    expect(paste('kit 1\tremark', 'kitType').rows[0]).toEqual({ ...blankGridRow('row-1'), kitType: 'kit-a' });
  });

  it('reports a kit that is not in the list', () => {
    expect(paste(line).unknownKits).toBe(false);
    expect(paste(line.replace('KIT 2', 'kit 9')).unknownKits).toBe(true);
  });

  it('takes a line for titles only if it has several and all are those of its columns', () => {
    expect(paste('Email\tPhone\na@x.io\t555', 'email').rows[0]).toMatchObject({
      email: 'a@x.io',
      phone: '555',
    });
    expect(paste('Name\nAda').rows.map(({ name }) => name)).toEqual(['Name', 'Ada']);
    expect(paste('Name\tAda').rows[0]).toMatchObject({ name: 'Name', email: 'Ada' });
    expect(paste('Name\tEmail').pastedRows).toBe(0);
  });

  it('keeps the text of a kit until the list is there, and nothing of a blank one', () => {
    const { rows, unknownKits, waitingKits } = paste(
      'Yearly\tkit 2\nYearly\t',
      'frequency',
      0,
      'unavailable',
    );
    expect([unknownKits, waitingKits]).toEqual([false, true]);
    expect(rows.map(({ kitText, kitType }) => [kitText, kitType])).toEqual([
      ['kit 2', null],
      [undefined, null],
    ]);
    expect(paste('Yearly\t', 'frequency', 0, 'unavailable').waitingKits).toBe(false);
  });

  it('without what nobody can see, and emails without what is around them', () => {
    const { rows } = paste('Zoe\u0308\u200b  Lund\t<mailto:zoe@clinic.example>,', 'name');
    expect(rows[0]).toMatchObject({ name: 'Zoë Lund', email: 'zoe@clinic.example' });
  });
});
