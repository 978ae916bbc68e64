import type { Faker } from '@faker-js/faker';
import type { Content, Reader, Schema } from './document';
import type { Planned, Resource } from './plan';
import { type Node, regexOf, type Schemas } from './schemas';

const ROWS = 3;
const DEEPEST = 6;
/** So that a document always gives the same rows. */
const SEED = 1;
const TODAY = '2026-01-15T12:00:00.000Z';

const byFormat = new Map<string | undefined, (faker: Faker) => string>(
  Object.entries({
    'date-time': (faker: Faker) => faker.date.recent({ days: 60 }).toISOString(),
    date: (faker: Faker) => faker.date.recent({ days: 60 }).toISOString().slice(0, 10),
    uuid: (faker: Faker) => faker.string.uuid(),
    email: (faker: Faker) => faker.internet.email().toLowerCase(),
    uri: (faker: Faker) => faker.internet.url(),
    url: (faker: Faker) => faker.internet.url(),
    ipv4: (faker: Faker) => faker.internet.ipv4(),
  }),
);

/** What a text is about, by its name; the first that fits. */
const byName: readonly (readonly [RegExp, (faker: Faker) => string])[] = [
  [/e?mail/i, (faker) => faker.internet.email().toLowerCase()],
  [/first_?name|given/i, (faker) => faker.person.firstName()],
  [/last_?name|family|surname/i, (faker) => faker.person.lastName()],
  [/user_?name|login|handle/i, (faker) => faker.internet.username().toLowerCase()],
  [/(author|owner|full|display|person|customer|user)_?name/i, (faker) => faker.person.fullName()],
  [/phone|mobile/i, (faker) => faker.phone.number()],
  [/avatar|image|photo|picture|icon/i, (faker) => faker.image.url()],
  [/(^|_)ur[il]$|href|link|website|Ur[il]$/, (faker) => faker.internet.url()],
  [/slug/i, (faker) => faker.lorem.slug()],
  [/city|town/i, (faker) => faker.location.city()],
  [/country_?code/i, (faker) => faker.location.countryCode()],
  [/country/i, (faker) => faker.location.country()],
  [/zip|post_?(al_?)?code/i, (faker) => faker.location.zipCode()],
  [/street|address|line1/i, (faker) => faker.location.streetAddress()],
  [/company|organi[sz]ation/i, (faker) => faker.company.name()],
  [/currency/i, (faker) => faker.finance.currencyCode().toLowerCase()],
  [/colou?r/i, (faker) => faker.color.human()],
  [/password|secret|token/i, (faker) => faker.internet.password()],
  [/title|subject|headline|name$/i, (faker) => faker.commerce.productName()],
  [/description|summary|content|body|text|bio|comment|message|notes?$/i, (faker) => faker.lorem.sentence()],
];

/** Values for the document's schemas: its own examples as far as they fit, else made by faker. */
export function createSamples(
  faker: Faker,
  reader: Reader,
  schemas: Schemas,
  { propertyOf, typeOf }: Planned,
) {
  const { deref, objectOf, typesOf } = reader;
  faker.seed(SEED);
  faker.setDefaultRefDate(TODAY);

  const exampleIn = ({ example, examples = [], default: usual, const: only }: Schema): readonly unknown[] =>
    [example, ...(Array.isArray(examples) ? examples : []), usual, only].filter(
      (value) => value !== undefined,
    );

  function text(schema: Schema, name: string, row: number): string {
    const { format, pattern, minLength = 0, maxLength = Number.POSITIVE_INFINITY } = schema;
    const formatted = byFormat.get(format);
    if (formatted) return formatted(faker);
    if (pattern !== undefined && regexOf(pattern))
      return faker.helpers.fromRegExp(pattern.replaceAll(/^\^|\$$/g, ''));
    const byFieldName = byName.find(([fits]) => fits.test(name))?.[1](faker);
    const [example] = exampleIn(schema);
    const made =
      byFieldName ??
      (row > 0 && typeof example === 'string'
        ? example
        : /(^|_)id$|Id$/.test(name)
          ? faker.string.alphanumeric(12)
          : faker.lorem.words(2));
    return made.slice(0, maxLength).padEnd(minLength, 'x');
  }

  function numeric(
    { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf, format }: Schema,
    isInteger: boolean,
  ): number {
    if (format === 'unix-time') return Math.floor(faker.date.recent({ days: 60 }).getTime() / 1000);
    const above = exclusiveMinimum === true ? minimum : exclusiveMinimum;
    const below = exclusiveMaximum === true ? maximum : exclusiveMaximum;
    const least = typeof above === 'number' ? above + 1 : (minimum ?? Math.min(1, maximum ?? 1));
    const most = typeof below === 'number' ? below - 1 : (maximum ?? Math.max(least, 0) + 100);
    if (isInteger)
      return faker.number.int({
        min: Math.ceil(least),
        max: Math.max(Math.ceil(least), Math.floor(most)),
        ...(multipleOf && { multipleOf }),
      });
    return faker.number.float({ min: least, max: Math.max(least, most), multipleOf: multipleOf ?? 0.01 });
  }

  function object(schema: Schema, row: number, depth: number, onlyRequired: boolean): unknown {
    const view = objectOf(schema);
    const entries = Object.entries(view?.properties ?? {}).flatMap(([name, property]) => {
      const isRequired = view?.required.has(name) ?? false;
      const value =
        !isRequired && (onlyRequired || depth > 3)
          ? undefined
          : sampleOf(property, name, row, depth + 1, onlyRequired);
      return value === undefined ? [] : [[name, value] as const];
    });
    if (entries.length === 0 && typeof view?.additional === 'object' && !onlyRequired) {
      const value = sampleOf(view.additional, '', row, depth + 1);
      return value === undefined ? {} : { [faker.lorem.word()]: value };
    }
    return Object.fromEntries(entries);
  }

  function list(
    { items = {}, minItems = 0, maxItems = 2 }: Schema,
    name: string,
    row: number,
    depth: number,
    isEmpty: boolean,
  ) {
    const count = Math.min(maxItems, Math.max(minItems, isEmpty ? 0 : 1));
    const entries = Array.from({ length: count }, (_, at) =>
      sampleOf(items, name.replace(/s$/, ''), row + at, depth + 1, isEmpty),
    );
    return entries.includes(undefined) ? [] : entries;
  }

  function made(schema: Schema, name: string, row: number, depth: number, onlyRequired: boolean): unknown {
    const { enum: values = [], oneOf = [], anyOf = oneOf, allOf } = schema;
    const takes = (value: unknown) => onlyRequired && schemas.parsed(schemas.nodeOf(schema), value) === value;
    const empty = [null, '', 0].find(takes);
    if (values.length > 0) return values[row % values.length];
    if (empty !== undefined) return empty;
    if (objectOf(schema)) return object(schema, row, depth, onlyRequired);
    const options = anyOf.map((option) => sampleOf(option, name, row, depth + 1, onlyRequired));
    if (options.length > 0) return options.find((value) => value !== undefined && value !== null);
    const [type] = typesOf(schema);
    if (type === 'string') return text(schema, name, row);
    if (type === 'integer' || type === 'number') return numeric(schema, type === 'integer');
    if (type === 'boolean') return row % 2 === 1;
    if (type === 'array') return list(schema, name, row, depth, onlyRequired);
    return allOf ? Object.assign({}, ...allOf.map((part) => sampleOf(part, name, row, depth + 1))) : null;
  }

  /**
   * @param name of the property that has it
   * @param row which one of several is wanted: only the first is the document's example
   * @param onlyRequired an empty value, as far as the schema takes one
   * @returns undefined if none was found that fits
   */
  function sampleOf(reference: Schema, name: string, row: number, depth = 0, onlyRequired = false): unknown {
    if (depth > DEEPEST) return undefined;
    const schema = deref(reference);
    const node = schemas.nodeOf(reference);
    const usual = onlyRequired ? [schema.default, schema.const] : exampleIn(schema);
    const isOwn = row === 0 || typesOf(schema)[0] === 'boolean' || onlyRequired;
    const candidates = [
      ...(isOwn ? usual : []),
      made(schema, name, row, depth, onlyRequired),
      ...usual,
      null,
    ];
    return candidates
      .map((value) => (value === undefined ? undefined : schemas.parsed(node, value)))
      .find((value) => value !== undefined);
  }

  /** The document's example of a whole body, else one made of its schema's parts; undefined if none fits. */
  function bodyOf(content: Content, node: Node): unknown {
    return [...content.examples, sampleOf(content.schema, '', 0)]
      .map((value) => schemas.parsed(node, value))
      .find((value) => value !== undefined);
  }

  /** A text or number that no other row has. */
  function keyOf(schema: Schema, example: unknown, row: number, taken: ReadonlySet<unknown>): unknown {
    if (example !== undefined && !taken.has(example)) return example;
    if (typeOf(schema) !== 'string') return row + 1;
    const other = sampleOf(
      { ...deref(schema), example: undefined, examples: [] } as unknown as Schema,
      'slug',
      row,
    );
    return taken.has(other) ? `${other}-${row + 1}` : other;
  }

  /** The rows of the document's examples, and others; none if nothing fits. */
  function rowsOf(
    resource: Resource,
    node: Node,
    examples: readonly unknown[],
    parentKeys: (parameter: string) => readonly unknown[],
  ): unknown[] {
    const keys = new Set<unknown>();
    return Array.from({ length: Math.max(ROWS, Math.min(examples.length, 10)) }, (_, row) => {
      const generated = object(resource.schema, row, 0, false);
      const columns = Object.entries(resource.columns).map(([name, column]) => [
        name,
        sampleOf(column, name, row),
      ]);
      const parents = [...resource.parents].flatMap(([parameter, column]) => {
        const parentRows = parentKeys(parameter);
        return parentRows.length > 0 ? [[column, parentRows[row % parentRows.length]]] : [];
      });
      const complete = (example: unknown, others: unknown): unknown => {
        const fields = {
          ...Object.fromEntries(columns),
          ...Object(others),
          ...Object(example),
          ...Object.fromEntries(parents),
        };
        const key = keyOf(propertyOf(resource, resource.key) ?? {}, fields[resource.key], row, keys);
        return schemas.parsed(node, { ...fields, [resource.key]: key });
      };
      const [usual] = row === 0 ? exampleIn(deref(resource.schema)) : [];
      const candidates = [examples[row], usual].filter((example) => example !== undefined);
      const made = [
        ...candidates.map((example) => complete(example, {})),
        ...candidates.map((example) => complete(example, generated)),
        complete({}, generated),
      ].find((value) => value !== undefined);
      if (made !== undefined) keys.add(Reflect.get(Object(made), resource.key));
      return made;
    }).filter((value) => value !== undefined);
  }

  return { sampleOf, bodyOf, rowsOf };
}
export type Samples = ReturnType<typeof createSamples>;
