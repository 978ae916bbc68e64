import { ImportError } from '@/domain/patient-import';
import type { SheetFacts } from './sheet-facts';
import { cellWithoutResult, maxColumns, newSheetFacts } from './sheet-facts';
import { listZipEntries, unpackZipEntry, type ZipEntry } from './zip-entries';

interface SheetEntry {
  readonly name: string;
  /** The path of its part. */
  readonly path: string;
}

/** A 10 MB .xlsx with a patient list unpacks to about 60 MB; much more is an attack or not a list. */
const maxUnpackedBytes = 96 * 1024 * 1024;

const namedEntities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const unescapeXml = (text: string): string =>
  text.replace(/&(?:(amp|lt|gt|quot|apos)|#(\d{1,7})|#x([\da-f]{1,6}));/gi, (all, name, decimal, hex) =>
    name === undefined
      ? (character(Number.parseInt(decimal ?? hex, decimal === undefined ? 16 : 10)) ?? all)
      : (namedEntities[String(name).toLowerCase()] ?? all),
  );

const character = (code: number): string | undefined =>
  code <= 0x10ffff ? String.fromCodePoint(code) : undefined;

type Attributes = ReadonlyMap<string, string>;

/** The attributes of a tag by their names without prefixes. */
function attributesOf(tag: string): Attributes {
  const attributes = tag.matchAll(/\s(?:[\w.-]{1,40}:)?([\w.-]{1,40})=(?:"([^"]*)"|'([^']*)')/g);
  return new Map(
    Array.from(attributes, ([, name = '', double, single]) => [name, unescapeXml(double ?? single ?? '')]),
  );
}

/** The attributes of each element with this name. */
function* elements(xml: string, name: string): Generator<Attributes> {
  for (const [, element, rest = ''] of xml.matchAll(/<(?:[\w.-]{1,40}:)?([\w.-]{1,40})(\s[^<>]*)?>/g))
    if (element === name) yield attributesOf(rest);
}

const isTrue = (value: string | undefined): boolean => value === '1' || value === 'true';

/** A target is relative to the part that names it, but some programs write it from the root. */
function candidates(target: string, folder: string): string[] {
  const path = target.replaceAll('\\', '/').replace(/^\//, '');
  const steps: string[] = [];
  for (const step of `${folder}${path}`.split('/'))
    if (step === '..') steps.pop();
    else if (step !== '.' && step !== '') steps.push(step);
  return target.startsWith('/') ? [path] : [steps.join('/'), path];
}

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);
const relationsOf = (path: string): string =>
  `${folderOf(path)}_rels/${path.slice(path.lastIndexOf('/') + 1)}.rels`;

/** Comments are left out, and CDATA is escaped: the sheet library reads neither right. */
function withoutSections(xml: string): string {
  if (!/<!--|<!\[CDATA\[/.test(xml)) return xml;
  const parts: string[] = [];
  let at = 0;
  for (;;) {
    const [start, opening, closing] = nextSection(xml, at);
    if (start < 0) return parts.join('') + xml.slice(at);
    const end = xml.indexOf(closing, start + opening.length);
    if (end < 0) throw new ImportError('damaged');
    parts.push(xml.slice(at, start));
    if (closing === ']]>') parts.push(escapeXml(xml.slice(start + opening.length, end)));
    at = end + closing.length;
  }
}

function nextSection(xml: string, from: number): [start: number, opening: string, closing: string] {
  const comment = xml.indexOf('<!--', from);
  const data = xml.indexOf('<![CDATA[', from);
  return data < 0 || (comment >= 0 && comment < data) ? [comment, '<!--', '-->'] : [data, '<![CDATA[', ']]>'];
}

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** The text of a string with formatted runs, as XML; readings of Asian text are no part of it. */
function plainText(content: string): string {
  const [start = '', ...others] = content.split(/<(?:\w{1,40}:)?rPh[\s>]/);
  const read = [start, ...others.map((rest) => rest.slice(rest.indexOf('rPh>') + 1))].join('');
  return Array.from(read.matchAll(/<(?:\w{1,40}:)?t(?:\s[^<>]*)?>([^<]*)/g), ([, text = '']) => text).join(
    '',
  );
}

/**
 * Writes each string as one plain text. The sheet library reads only the first part of a text that is followed by
 * formatted runs, and skips an empty string, so that every later cell gets the next one's text.
 */
function withPlainStrings(xml: string, element: 'si' | 'is'): string {
  const parts: string[] = [];
  let at = 0;
  for (const { 0: tag, 1: prefix = '', 2: name, index } of xml.matchAll(
    /<((?:\w{1,40}:)?)(si|is)(?:\s[^<>]*)?\/?>/g,
  )) {
    if (name !== element || index < at) continue;
    const start = index + tag.length;
    const isEmpty = tag.endsWith('/>');
    const end = isEmpty ? start : xml.indexOf(`</${prefix}${element}`, start);
    if (end < 0) throw new ImportError('damaged');
    const content = xml.slice(start, end);
    if (tag === `<${element}>` && isPlainString.test(content)) continue;
    const text = `<${prefix}${element}><${prefix}t xml:space="preserve">${plainText(content)}</${prefix}t>`;
    parts.push(xml.slice(at, index), text, isEmpty ? `</${prefix}${element}>` : '');
    at = end;
  }
  return parts.length === 0 ? xml : parts.join('') + xml.slice(at);
}

const isPlainString = /^<t(?: xml:space="preserve")?>[^<]*<\/t>$/;

/** Characters by number are written as themselves: the sheet library knows them up to U+FFFF, and not everywhere. */
const withPlainCharacters = (xml: string): string =>
  xml.replace(/&#(?:x([\da-f]{2,6})|(\d{3,7}));/gi, (all, hex?: string, decimal?: string) => {
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code < 0x80 ? all : (character(code) ?? all);
  });

/** The sheet library takes small letters for no column at all. */
const withCapitalReferences = (xml: string): string =>
  /\sr=["'][A-Z]{0,3}[a-z]/.test(xml)
    ? xml.replace(/<(?:\w{1,40}:)?c\s[^<>]*>/g, (tag) =>
        tag.replace(/\sr=["'][A-Za-z]{1,3}\d{1,7}["']/, (reference) =>
          reference.replace(/["'].*/, (quoted) => quoted.toUpperCase()),
        ),
      )
    : xml;

/**
 * Marks each formula without a stored result, as written by programs that don't calculate. If the file asks for a
 * calculation on load, a zero is no result either.
 */
function withMarkedFormulas(xml: string, calculatesOnLoad: boolean): string {
  if (!/<(?:\w{1,40}:)?f[\s/>]/.test(xml)) return xml;
  const cell =
    /<((?:\w{1,40}:)?)c(\s[^<>]*)?>\s?<(?:\w{1,40}:)?f(?:\s[^<>]*)?>(?:[^<]*<\/(?:\w{1,40}:)?f>)?\s?(?:<(?:\w{1,40}:)?v\s?(?:\/>|>([^<]*)<\/(?:\w{1,40}:)?v>))?\s?<\/(?:\w{1,40}:)?c>/g;
  return xml.replace(
    cell,
    (all, prefix: string, attributes: string | undefined, result: string | undefined) => {
      const read = attributesOf(attributes ?? '');
      const isStored = (result ?? '') !== '' && !(calculatesOnLoad && result === '0' && !read.has('t'));
      const reference = read.get('r');
      if (isStored || read.get('t') === 'str' || reference === undefined) return all;
      return `<${prefix}c r="${reference}" t="e"><${prefix}v>${cellWithoutResult}</${prefix}v></${prefix}c>`;
    },
  );
}

/** From the part before and after the cells, and from the tags of the rows. */
function factsOf(xml: string, before: string, after: string): SheetFacts {
  const facts = newSheetFacts();
  for (const column of elements(before, 'col')) {
    if (!isTrue(column.get('hidden')) && column.get('width') !== '0') continue;
    const last = Math.min(Number(column.get('max')), maxColumns);
    for (let index = Number(column.get('min')) - 1; index < last; index++) facts.hiddenColumns.add(index);
  }
  // Some programs write on each row that it is not hidden.
  if (/\shidden=["'](?:1|true)/.test(xml)) {
    let number = 0;
    for (const [, rest = ''] of xml.matchAll(/<(?:\w{1,40}:)?row(\s[^<>]*)?>/g)) {
      const row = attributesOf(rest);
      number = Number(row.get('r') ?? number + 1);
      if (isTrue(row.get('hidden'))) facts.hiddenRows.add(number - 1);
    }
  }
  for (const merge of elements(after, 'mergeCell')) {
    const [, column, first, last] =
      /^\$?([A-Z]{1,3})\$?(\d{1,7}):\$?[A-Z]{1,3}\$?(\d{1,7})$/i.exec(merge.get('ref') ?? '') ?? [];
    if (column !== undefined) facts.addMerge(columnIndex(column), Number(first) - 1, Number(last) - 1);
  }
  return facts;
}

const columnIndex = (letters: string): number =>
  [...letters.toUpperCase()].reduce((index, letter) => 26 * index + letter.charCodeAt(0) - 64, 0) - 1;

interface ReadSheetPart {
  readonly xml: string;
  readonly facts: SheetFacts;
}

/**
 * Corrects what the sheet library misreads, and cuts off what follows the cells (links, validations): it may claim a
 * million cells with one range.
 */
function readSheetPart(part: string, calculatesOnLoad: boolean): ReadSheetPart {
  const whole = withoutSections(part);
  const start = Math.max(0, whole.search(/<(?:\w{1,40}:)?sheetData/));
  const end = whole.lastIndexOf('sheetData>') + 'sheetData>'.length;
  const hasEnd = end > start + 'sheetData>'.length;
  const cells = hasEnd ? whole.slice(0, end) : whole;
  const facts = factsOf(cells, whole.slice(0, start), hasEnd ? whole.slice(end) : '');
  const xml = [
    withPlainCharacters,
    withCapitalReferences,
    (text: string) => withPlainStrings(text, 'is'),
    (text: string) => withMarkedFormulas(text, calculatesOnLoad),
  ].reduce((text, correct) => correct(text), cells);
  return { xml, facts };
}

const prefixes = {
  main: 'http://schemas.openxmlformats.org/spreadsheetml/2006/main',
  relations: 'http://schemas.openxmlformats.org/officeDocument/2006/relationships',
  types: 'http://schemas.openxmlformats.org/package/2006/content-types',
  package: 'http://schemas.openxmlformats.org/package/2006/relationships',
} as const;
const spreadsheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** What the sheet library gets: one sheet with its texts and formats, where it expects them. */
interface SheetPackage {
  readonly parts: readonly { readonly name: string; readonly text: string }[];
  readonly facts: SheetFacts;
}

interface XlsxFile {
  /** The visible sheets, in order. */
  readonly sheets: readonly SheetEntry[];
  read(sheet: SheetEntry): Promise<SheetPackage>;
}

/**
 * Opens an .xlsx. Only the parts that a sheet needs are unpacked, under a hard limit for all of them, wherever they are.
 * Throws ImportError: `content` for another kind of archive, `old-format` for a binary workbook, `damaged`, `too-large`
 * or `encrypted`.
 */
export async function openXlsx(bytes: Uint8Array): Promise<XlsxFile> {
  const entries = new Map<string, ZipEntry>();
  for (const entry of listZipEntries(bytes)) entries.set(entry.name.toLowerCase().replace(/^\//, ''), entry);
  let left = maxUnpackedBytes;

  async function partAt(path: string): Promise<string | undefined> {
    const entry = entries.get(path.toLowerCase());
    if (entry === undefined) return undefined;
    const data = await unpackZipEntry(entry, left);
    left -= data.length;
    const isWide = (data[0] === 0xff && data[1] === 0xfe) || (data[0] === 0xfe && data[1] === 0xff);
    return new TextDecoder(isWide ? (data[0] === 0xff ? 'utf-16le' : 'utf-16be') : 'utf-8').decode(data);
  }
  const existingPath = (paths: readonly string[]): string | undefined =>
    paths.find((path) => entries.has(path.toLowerCase()));

  const types = await partAt('[Content_Types].xml');
  if (types === undefined) throw new ImportError('content');

  const rootRelations = (await partAt('_rels/.rels')) ?? '';
  const declared = [...elements(types, 'Override')].filter((type) =>
    /sheet\.(?:main|macroEnabled\.main|binary)/.test(type.get('ContentType') ?? ''),
  );
  const workbookPath = existingPath([
    ...[...elements(rootRelations, 'Relationship')]
      .filter((relation) => relation.get('Type')?.endsWith('/officeDocument'))
      .flatMap((relation) => candidates(relation.get('Target') ?? '', '')),
    ...declared.flatMap((type) => candidates(type.get('PartName') ?? '', '')),
    'xl/workbook.xml',
    'xl/workbook.bin',
  ]);
  if (workbookPath === undefined) throw new ImportError('content');
  if (/\.bin$/i.test(workbookPath)) throw new ImportError('old-format');
  const workbook = withoutSections((await partAt(workbookPath)) ?? '');
  // A .docx or any other package has a main part, too.
  if (!/<(?:\w{1,40}:)?workbook[\s>]/.test(workbook)) throw new ImportError('content');

  const folder = folderOf(workbookPath);
  const relations = [...elements((await partAt(relationsOf(workbookPath))) ?? '', 'Relationship')];
  const partOfType = (type: string, name: string): string | undefined =>
    existingPath([
      ...relations
        .filter((relation) => relation.get('Type')?.endsWith(`/${type}`))
        .flatMap((relation) => candidates(relation.get('Target') ?? '', folder)),
      `${folder}${name}`,
    ]);
  const isSheet = (type: string | undefined) => type === undefined || type.endsWith('/worksheet');

  const all = [...elements(workbook, 'sheet')].flatMap((sheet, index) => {
    const relation = relations.find((candidate) => candidate.get('Id') === sheet.get('id'));
    if (!isSheet(relation?.get('Type'))) return [];
    const target = relation?.get('Target') ?? `worksheets/sheet${index + 1}.xml`;
    const path = existingPath(candidates(target, folder)) ?? '';
    return [{ name: sheet.get('name') ?? '', path, isHidden: /hidden/i.test(sheet.get('state') ?? '') }];
  });
  const visible = all.filter(({ isHidden }) => !isHidden);
  const calculatesOnLoad = [...elements(workbook, 'calcPr')].some((calc) =>
    isTrue(calc.get('fullCalcOnLoad')),
  );
  const counts1904 = [...elements(workbook, 'workbookPr')].some((workbookPr) =>
    isTrue(workbookPr.get('date1904')),
  );

  return {
    sheets: (visible.length > 0 ? visible : all).map(({ name, path }) => ({ name, path })),
    async read({ path }) {
      const part = await partAt(path);
      if (part === undefined) throw new ImportError('damaged');
      const { xml, facts } = readSheetPart(part, calculatesOnLoad);
      const strings = await partAt(partOfType('sharedStrings', 'sharedStrings.xml') ?? '');
      const styles = await partAt(partOfType('styles', 'styles.xml') ?? '');
      const texts =
        strings === undefined
          ? undefined
          : withPlainStrings(withPlainCharacters(withoutSections(strings)), 'si');
      return { facts, parts: packageParts({ xml, texts, styles, counts1904 }) };
    },
  };
}

interface PackageContent {
  readonly xml: string;
  readonly texts: string | undefined;
  readonly styles: string | undefined;
  readonly counts1904: boolean;
}

function packageParts({ xml, texts, styles, counts1904 }: PackageContent): SheetPackage['parts'] {
  const extra = [
    { path: 'sharedStrings', text: texts },
    { path: 'styles', text: styles },
  ].flatMap(({ path, text }) => (text === undefined ? [] : [{ path, text }]));
  const override = (path: string, type: string) =>
    `<Override PartName="/xl/${path}.xml" ContentType="${spreadsheetType}.${type}+xml"/>`;
  return [
    {
      name: '[Content_Types].xml',
      text: `<Types xmlns="${prefixes.types}">${override('workbook', 'sheet.main')}${override('worksheets/sheet1', 'worksheet')}${extra.map(({ path }) => override(path, path)).join('')}</Types>`,
    },
    {
      name: 'xl/workbook.xml',
      text: `<workbook xmlns="${prefixes.main}" xmlns:r="${prefixes.relations}"><workbookPr date1904="${counts1904 ? 1 : 0}"/><sheets><sheet name="Sheet" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      text: `<Relationships xmlns="${prefixes.package}"><Relationship Id="rId1" Type="${prefixes.relations}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    },
    { name: 'xl/worksheets/sheet1.xml', text: xml },
    ...extra.map(({ path, text }) => ({ name: `xl/${path}.xml`, text })),
  ];
}
