import {
  isJson,
  type ObjectView,
  type Operation,
  type Parameter,
  type Reader,
  type Schema,
} from './document';
import type { Filter, ListPlan, Plan, Planned, Resource, RowPlan, Shape, WritePlan } from './plan';
import type { Samples } from './samples';
import {
  access,
  commentText,
  complete,
  field,
  isTaken,
  objectText,
  propertyName,
  regexOf,
  type Schemas,
  withoutTexts,
} from './schemas';

/** Longer values are constants beside the seeds. */
const LONGEST_INLINE = 240;
const SIZE = /^(limit|per_?page|page_?size|size|take|count|max_?results|max|first)$/i;
const OFFSET = /^(offset|skip|start|start_?index|from)$/i;
const PAGE = /^(page|page_?(number|no|index))$/i;
const TOTAL = /total|count/i;
const TIMES = /^(created|updated|modified|timestamp|time)(_?at|_?on)?$/i;

const isNumber = ({ schema = {} }: Parameter) => ['integer', 'number'].includes(String(schema.type));
const literal = (value: unknown) => JSON.stringify(value);

/** The parts of a rule's context that its text uses. */
function contextOf(text: string): string {
  const code = withoutTexts(text);
  const uses = (name: string) => new RegExp(`(?<![\\w]|(?<!\\.\\.)\\.)${name}\\b(?!:)`).test(code);
  const parts = ['path', 'query', 'body'].filter(uses);
  const names = ['db', 'world'].filter(uses);
  const request = parts.length > 0 ? [`request: { ${parts.join(', ')} }`] : [];
  return names.length + parts.length === 0 ? '()' : `({ ${[...request, ...names].join(', ')} })`;
}

/** Writes the rules. */
export function createRules(
  { deref, isMarked, objectOf }: Reader,
  schemas: Schemas,
  { fits, typeOf, propertyOf }: Planned,
  samples: Samples,
) {
  /** Constants for the file of the seeds: by name, their type and value. */
  const constants = new Map<string, { readonly type: string; readonly value: string }>();
  const helpers = new Set<'requireRow' | 'uuid' | 'undecided'>();

  const isRequiredIn = ({ view, columns }: Resource, name: string) =>
    name in columns || view.required.has(name);
  const isSure = ({ required = false, schema = {} }: Parameter) =>
    required || deref(schema).default !== undefined;

  function valueIn({ part, parameter, field: name }: Filter, resource: Resource): string {
    const text = access(part, parameter.name);
    const [sourceType, targetType] = [
      typeOf(parameter.schema ?? { type: 'string' }),
      typeOf(propertyOf(resource, name) ?? {}),
    ];
    if (sourceType === targetType || (sourceType !== 'string' && targetType !== 'string')) return text;
    return targetType === 'string' ? `String(${text})` : `Number(${text})`;
  }
  const tableOf = ({ table }: Resource) => access('db.tables', table);

  /** A value that the document doesn't derive from the request; undefined if none fits. */
  function sample(name: string, schema: Schema): string | undefined {
    const value = samples.sampleOf(schema, name, 0, 0, true);
    return value === undefined ? undefined : literal(value);
  }

  function numberBeside(name: string, { sizeText, skip, pageText }: Paging): string | undefined {
    if (/pages|page_?count/i.test(name))
      return `Math.ceil(all.length / ${sizeText ?? 'Math.max(all.length, 1)'})`;
    if (TOTAL.test(name)) return 'all.length';
    if (SIZE.test(name)) return sizeText ?? 'all.length';
    if (OFFSET.test(name)) return skip ?? '0';
    return /page/i.test(name) ? (pageText ?? '1') : undefined;
  }

  /** Another property of an answer with a list. */
  function besideList(name: string, schema: Schema, paging: Paging): string | undefined {
    const type = typeOf(schema);
    const view = objectOf(schema);
    if (type === 'integer' || type === 'number') return numberBeside(name, paging) ?? sample(name, schema);
    if (type === 'boolean') {
      if (!/more|next/i.test(name) || !paging.sizeText) return 'false';
      return `all.length > ${paging.skip ? `${paging.skip} + ` : ''}${paging.sizeText}`;
    }
    if (!view || Object.keys(view.properties).length === 0) return sample(name, schema);
    const inner = complete(
      Object.entries(view.properties)
        .filter(([inside]) => view.required.has(inside) || TOTAL.test(inside))
        .map(([inside, property]) => [inside, besideList(inside, property, paging)] as const),
    );
    return inner && objectText(inner);
  }

  interface Paging {
    readonly skip: string | undefined;
    readonly take: string | undefined;
    readonly sizeText: string | undefined;
    readonly pageText: string | undefined;
    readonly names: ReadonlySet<string>;
  }
  function pagingOf({ query }: Operation): Paging {
    const called = (name: RegExp) =>
      query.find((parameter) => name.test(parameter.name) && isNumber(parameter));
    const [size, offset, page] = [called(SIZE), called(OFFSET), called(PAGE)];
    const orElse = (parameter: Parameter, usual: string) =>
      isSure(parameter)
        ? access('query', parameter.name)
        : `(${access('query', parameter.name)} ?? ${usual})`;
    const sizeText = size ? orElse(size, '20') : page && '20';
    const first = Number((page?.schema?.minimum ?? page?.schema?.default) === 0 ? 0 : 1);
    const pageText = page && orElse(page, String(first));
    const skip = offset
      ? orElse(offset, '0')
      : pageText && `${first === 0 ? pageText : `(${pageText} - 1)`} * ${sizeText}`;
    const names = [size, offset, page].flatMap((parameter) => (parameter ? [parameter.name] : []));
    const take = size && !page ? access('query', size.name) : sizeText;
    return { skip, take, sizeText, pageText, names: new Set(names) };
  }

  function listRule(operation: Operation, { resource, shape, filters }: ListPlan): string | undefined {
    const paging = pagingOf(operation);
    const conditions = filters
      .filter(({ parameter }) => !paging.names.has(parameter.name))
      .map((filter) => {
        const value = valueIn(filter, resource);
        const isEqual = `${access('row', filter.field)} === ${value}`;
        const always = filter.part === 'path' || isSure(filter.parameter);
        return always ? isEqual : `(${value} === undefined || ${isEqual})`;
      });
    const where = conditions.length > 0 ? `where: (row) => ${conditions.join(' && ')}, ` : '';
    const skip = paging.skip ? `skip: ${paging.skip}, ` : '';
    const take = paging.take ? `take: ${paging.take}, ` : '';
    const list = (options: string) => `${tableOf(resource)}.list(${options && `{ ${options} }`})`;
    if (shape.at === undefined) return `return ${list(where + skip + take)};`;
    const beside = complete(
      Object.entries(shape.rest).map(([name, schema]) => [name, besideList(name, schema, paging)] as const),
    );
    if (!beside) return undefined;
    const usesAll = beside.some(([, text]) => /\ball\./.test(text));
    if (!usesAll) return `return ${objectText([[shape.at, list(where + skip + take)], ...beside])};`;
    const part =
      (paging.skip ? `.slice(${paging.skip})` : '') + (paging.take ? `.slice(0, ${paging.take})` : '');
    return `const all = ${list(where)};\nreturn ${objectText([[shape.at, `all${part}`], ...beside])};`;
  }

  /** The text of an answer about one row; undefined if it needs what the row doesn't have. */
  function answerWith(
    operation: Operation,
    resource: Resource,
    shape: Shape | undefined,
    row: string,
  ): string | undefined {
    const { content } = operation.ok;
    if (!content) return '';
    if (shape) {
      const rest = complete(
        Object.entries(shape.rest).map(([name, schema]) => [name, sample(name, schema)] as const),
      );
      return rest && `return ${shape.at === undefined ? row : objectText([[shape.at, row], ...rest])};`;
    }
    const view = isJson(content) ? objectOf(content.schema) : undefined;
    const fields =
      view &&
      complete(
        [...view.required].map((name) => {
          const [schema, own] = [view.properties[name] ?? {}, propertyOf(resource, name)];
          const isOwn = own && isRequiredIn(resource, name) && fits(own, schema) && !deref(schema).const;
          return [name, isOwn ? access(row, name) : sample(name, schema)] as const;
        }),
      );
    return fields && `return ${objectText(fields)};`;
  }

  /** The object in a body that has a row's fields, and which of them a row takes. */
  function fieldsIn(operation: Operation, resource: Resource) {
    const whole = operation.body && objectOf(operation.body.schema);
    if (!whole) return undefined;
    const [[only, inner] = ['', {}], ...others] = Object.entries(whole.properties);
    const isWrapped = others.length === 0 && !propertyOf(resource, only) && whole.required.has(only);
    const wrapped = isWrapped ? objectOf(inner) : undefined;
    const view: ObjectView = wrapped ?? whole;
    const own = Object.entries(view.properties).filter(([, property]) => !isMarked(property, 'readOnly'));
    const taken = own.filter(([name, property]) => {
      const target = propertyOf(resource, name);
      return target && fits(property, target);
    });
    const refused = own.filter(
      ([name]) => propertyOf(resource, name) && !taken.some(([other]) => other === name),
    );
    const isStrict = resource.view.additional === false && own.some(([name]) => !propertyOf(resource, name));
    return {
      base: wrapped ? access('body', only) : 'body',
      view,
      taken: taken.map(([name]) => name),
      refused: refused.map(([name]) => name),
      /** The row has no field that isn't declared. */
      isStrict,
      isSpread: refused.length === 0 && !isStrict,
    };
  }
  type Fields = NonNullable<ReturnType<typeof fieldsIn>>;

  function newKey({ table, key }: Resource, schema: Schema): string | undefined {
    const { format, pattern, maxLength = 24, enum: values } = deref(schema);
    if (typeOf(schema) !== 'string') return `db.nextId('${table}')`;
    if (format === 'uuid') {
      helpers.add('uuid');
      return 'uuid(db.token(32, HEX))';
    }
    const regex = pattern === undefined ? undefined : regexOf(pattern);
    const fitsToken =
      !values &&
      (!format || format === 'byte') &&
      (!regex || regex.test('a'.repeat(Math.min(24, maxLength))));
    return fitsToken ? `db.token(${maxLength < 24 ? maxLength : ''})` : sample(key, schema);
  }

  function now(name: string, schema: Schema): string | undefined {
    const { format } = deref(schema);
    if (format === 'date-time') return 'world.now().toISOString()';
    if (format === 'date') return 'world.now().toISOString().slice(0, 10)';
    const isUnix = format === 'unix-time' || (typeOf(schema) === 'integer' && TIMES.test(name));
    return isUnix ? 'Math.floor(world.now().getTime() / 1000)' : undefined;
  }

  /** A constant with the values of fields that are too long to be read in a rule. */
  function constantOf(
    resource: Resource,
    values: readonly (readonly [string, string])[],
  ): string | undefined {
    if (values.reduce((length, [, text]) => length + text.length, 0) <= LONGEST_INLINE) return undefined;
    // Two tables may have the same name for an item.
    const constant = `new${resource.table.charAt(0).toUpperCase()}${resource.table.slice(1)}`;
    const type = `Pick<Row<'${resource.table}'>, ${values.map(([name]) => literal(name)).join(' | ')}>`;
    constants.set(constant, {
      type,
      value: objectText(values),
    });
    return constant;
  }

  /** A field of a new row: its text, or a value for lack of any; null if the body brings it, undefined if nothing fits. */
  function newField(
    operation: Operation,
    resource: Resource,
    body: Fields,
    [name, schema]: readonly [string, Schema],
  ) {
    const fromBody = body.taken.includes(name) ? access(body.base, name) : undefined;
    const [parent] = [...resource.parents].find(([, column]) => column === name) ?? [];
    if (parent !== undefined) {
      const parameter = operation.pathParameters.find((candidate) => candidate.name === parent);
      return parameter && { text: valueIn({ part: 'path', parameter, field: name }, resource) };
    }
    if (fromBody !== undefined && (body.view.required.has(name) || !isRequiredIn(resource, name)))
      return body.isSpread ? null : { text: fromBody };
    return isRequiredIn(resource, name) ? valueFor(resource, name, schema, fromBody) : null;
  }

  /** A required field that the body lacks, or may lack. */
  function valueFor(resource: Resource, name: string, schema: Schema, fromBody: string | undefined) {
    const computed = name === resource.key ? newKey(resource, schema) : now(name, schema);
    const value = computed ?? sample(name, schema);
    if (value === undefined) return undefined;
    if (fromBody !== undefined) return { text: `${fromBody} ?? ${value}` };
    return computed === undefined ? { value } : { text: computed };
  }

  /** The text of a row made from a body; undefined if the body lacks what no one can guess. */
  function newRow(operation: Operation, resource: Resource, body: Fields): string | undefined {
    const values: [string, string][] = [];
    const texts: [string, string][] = [];
    for (const entry of Object.entries({ ...resource.view.properties, ...resource.columns })) {
      const made = newField(operation, resource, body, entry);
      if (made === undefined) return undefined;
      if (made?.text !== undefined) texts.push([entry[0], made.text]);
      else if (made?.value !== undefined) values.push([entry[0], made.value]);
    }
    const constant = constantOf(resource, values);
    const first =
      constant === undefined ? values.map(([name, text]) => field(name, text)) : [`...${constant}`];
    const last = texts.map(([name, text]) => field(name, text));
    if (body.isSpread && first.length + last.length === 0) return body.base;
    return `{ ${[...first, ...(body.isSpread ? [`...${body.base}`] : []), ...last].join(', ')} }`;
  }

  /** Stores a row, as a statement, and responds with it if that is what the answer wants. */
  function writing(write: string, resource: Resource, shape: Shape | undefined, answer: string): string {
    if (shape && shape.at === undefined) return `return ${write};`;
    const usesRow = new RegExp(`\\b${resource.item}\\b`).test(withoutTexts(answer));
    return `${usesRow ? `const ${resource.item} = ` : ''}await ${write};\n${answer}`;
  }

  function createRule(operation: Operation, { resource, shape }: WritePlan): string | undefined {
    const body = fieldsIn(operation, resource);
    const row = body && newRow(operation, resource, body);
    const answer = answerWith(operation, resource, shape, resource.item);
    if (!body || row === undefined || answer === undefined) return undefined;
    const declared = operation.errors.map(({ status }) => status);
    const status = [409, 422, 400].find((candidate) => declared.includes(candidate)) ?? 409;
    const key = access(body.base, resource.key);
    const isGiven = body.view.required.has(resource.key) ? '' : `${key} !== undefined && `;
    const guard = body.taken.includes(resource.key)
      ? `if (${isGiven}${tableOf(resource)}.get(${key})) throw new HttpError(${status}, 'It exists already');\n`
      : '';
    return guard + writing(`${tableOf(resource)}.insert(${row})`, resource, shape, answer);
  }

  /** The statements that take a body's fields apart from those that a row can't take, and the object of the others. */
  function changesIn({ taken, refused, base }: Fields, resource: Resource, hasKeyInPath: boolean) {
    const left = [...refused, ...(hasKeyInPath && taken.includes(resource.key) ? [resource.key] : [])];
    const changes = left.length > 0 ? 'changes' : base;
    const names = left.map((name, at) =>
      propertyName(name) === name && !isTaken(name) ? name : `${literal(name)}: _${at}`,
    );
    const updated = Object.entries(resource.view.properties).find(
      ([name, schema]) => /^(updated|modified)/i.test(name) && !taken.includes(name) && now(name, schema),
    );
    return {
      split: left.length > 0 ? `const { ${names.join(', ')}, ...changes } = ${base};\n` : '',
      change: updated ? `{ ...${changes}, ${field(updated[0], now(...updated) ?? '')} }` : changes,
    };
  }

  function updateRule(operation: Operation, { resource, shape, by }: WritePlan): string | undefined {
    const body = fieldsIn(operation, resource);
    const answer = answerWith(operation, resource, shape, resource.item);
    if (!body || body.isStrict || body.taken.length === 0 || answer === undefined) return undefined;
    helpers.add('requireRow');
    const { split, change } = changesIn(body, resource, by !== undefined);
    const table = tableOf(resource);
    const keyInBody = access(body.base, resource.key);
    const key = by ? valueIn(by, resource) : keyInBody;
    const isSure = by || body.view.required.has(resource.key);
    const lookup = isSure
      ? `${table}.get(${key})`
      : `${keyInBody} === undefined ? undefined : ${table}.get(${keyInBody})`;
    const id = isSure ? key : access('existing', resource.key);
    const check = `${isSure ? '' : 'const existing = '}requireRow(${lookup});\n`;
    return check + split + writing(`${table}.patch(${id}, ${change})`, resource, shape, answer);
  }

  function removeRule(operation: Operation, { resource, shape, by }: RowPlan): string | undefined {
    const key = valueIn(by, resource);
    const answer = answerWith(operation, resource, shape, resource.item);
    if (answer === undefined) return undefined;
    helpers.add('requireRow');
    const uses = new RegExp(`\\b${resource.item}\\b`).test(answer.replace(/^return/, ''));
    return `${uses ? `const ${resource.item} = ` : ''}requireRow(${tableOf(resource)}.get(${key}));\nawait ${tableOf(resource)}.remove(${key});\n${answer}`;
  }

  function fixedRule({ name, ok: { content } }: Operation): string | undefined {
    if (!content) return '';
    if (!isJson(content)) {
      const [example = 'An example'] = content.examples;
      const type = literal(content.type);
      return /^text\//i.test(content.type)
        ? `return respond(${literal(String(example))}, { headers: { 'content-type': ${type} } });`
        : `return respond(new Blob([], { type: ${type} }));`;
    }
    const value = samples.bodyOf(content, schemas.bodyNode(content, 'writeOnly'));
    if (value === undefined) return undefined;
    const text = literal(value);
    if (text.length <= LONGEST_INLINE) return `return ${text};`;
    constants.set(`${name}Example`, { type: `z.input<typeof contract.${name}.ok.body>`, value: text });
    return `return ${name}Example;`;
  }

  function getRule(operation: Operation, { resource, shape, by }: RowPlan): string | undefined {
    const value = valueIn(by, resource);
    const row =
      by.field === resource.key
        ? `${tableOf(resource)}.get(${value})`
        : `${tableOf(resource)}.find({ ${propertyName(by.field)}: ${value} })`;
    helpers.add('requireRow');
    return answerWith(operation, resource, shape, `requireRow(${row})`);
  }

  function textOf(operation: Operation, plan: Plan): string | undefined {
    switch (plan.kind) {
      case 'list':
        return listRule(operation, plan);
      case 'get':
        return getRule(operation, plan);
      case 'create':
        return createRule(operation, plan);
      case 'update':
        return updateRule(operation, plan);
      case 'remove':
        return removeRule(operation, plan);
      case 'fixed':
        return fixedRule(operation);
      case 'undecided':
        return undefined;
    }
  }

  return {
    constants,
    helpers,
    /** @returns also whether the rule is left to be written */
    ruleOf(operation: Operation, plan: Plan): { readonly text: string; readonly isDecided: boolean } {
      const written =
        textOf(operation, plan) ??
        (operation.method === 'GET' && plan.kind !== 'fixed' ? fixedRule(operation) : undefined);
      const { name, summary = `${operation.method} ${operation.path}` } = operation;
      const about = commentText(summary).replace(/[^.!?]$/, '$&.');
      if (written === undefined) {
        helpers.add('undecided');
        return { text: `// TODO: ${about}\n${name}: undecided,`, isDecided: false };
      }
      const comment = `/** ${about}${plan.kind === 'fixed' && written !== '' ? ' Always the same.' : ''} */\n`;
      const context = contextOf(written);
      const [, only] = /^return ([^;]*);$/.exec(written) ?? [];
      const start = /\bawait\b/.test(written) ? 'async ' : '';
      const rule =
        only === undefined
          ? `${start}${name}${context} {\n${written}\n},`
          : `${name}: ${context} => ${only.startsWith('{') ? `(${only})` : only},`;
      return { text: comment + rule, isDecided: true };
    },
  };
}
