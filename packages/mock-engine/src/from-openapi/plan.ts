import {
  camelCase,
  type ObjectView,
  type Operation,
  type Parameter,
  type Reader,
  type Schema,
  uniqueNames,
} from './document';
import { isTaken, printed, type Schemas } from './schemas';

/** A collection of the API, such as `/pets` with `/pets/{id}`, and the table that holds it. */
export interface Resource {
  readonly table: string;
  /** The name of one row. */
  readonly item: string;
  readonly key: string;
  /** As the answer of one declares it. */
  readonly schema: Schema;
  readonly view: ObjectView;
  /** What each row has besides, or in a narrower way. */
  readonly columns: Record<string, Schema>;
  /** By the name of a path's parameter, the column that says to which parent a row belongs. */
  readonly parents: ReadonlyMap<string, string>;
  readonly collection: string;
}

/** Where an answer has its row or rows. */
export interface Shape {
  readonly isList: boolean;
  /** The property that has it; undefined if it is the whole answer. */
  readonly at: string | undefined;
  readonly row: Schema;
  /** The other properties. */
  readonly rest: Readonly<Record<string, Schema>>;
}

/** A value of a request that a row's field must equal. */
export interface Filter {
  readonly field: string;
  readonly part: 'path' | 'query';
  readonly parameter: Parameter;
}

interface OfResource {
  readonly resource: Resource;
  /** Undefined if the answer is not of the row. */
  readonly shape: Shape | undefined;
}
export type ListPlan = OfResource & { readonly shape: Shape; readonly filters: readonly Filter[] };
export type RowPlan = OfResource & { readonly by: Filter };
/** Without `by`, the body has the key. */
export type WritePlan = OfResource & { readonly by?: Filter };
export type Plan =
  | ({ readonly kind: 'list' } & ListPlan)
  | ({ readonly kind: 'get' } & RowPlan & { readonly shape: Shape })
  | ({ readonly kind: 'create' | 'update' } & WritePlan)
  | ({ readonly kind: 'remove' } & RowPlan)
  /** Answers always the same. */
  | { readonly kind: 'fixed' }
  | { readonly kind: 'undecided' };

const ITEM = /^(.+)\/\{(\w+)\}$/;
const plain = (name: string) => name.replaceAll(/[^\p{L}\p{N}]/gu, '').toLowerCase();
export const PRIMITIVE = ['string', 'integer', 'number'];
const WRAPPERS = ['data', 'item', 'result'];
/** Tables that each mock has. */
const OTHER_TABLES = ['mails', 'settings', 'accounts'];

/**
 * Finds the API's collections, and what each call does with them.
 *
 * @param singular returns a word in the singular, for the name of a row
 */
export function createPlan(reader: Reader, schemas: Schemas, singular: (plural: string) => string) {
  const { operations, deref, objectOf, typesOf } = reader;

  const takesNull = (schema: Schema) => printed(schemas.nodeOf(schema)).startsWith('z.nullable(');
  /** Undefined for none, and for one of several. */
  function typeOf(reference: Schema): string | undefined {
    const { oneOf, anyOf, ...schema } = deref(reference);
    const [type, ...others] = oneOf || anyOf ? [] : typesOf(schema);
    return others.length === 0 ? type : undefined;
  }

  const valuesOf = (reference: Schema) => {
    const { enum: values, const: only } = deref(reference);
    return only === undefined ? values : [only];
  };

  function fitsObject(from: Schema, to: Schema, depth: number): boolean {
    const [source, target] = [objectOf(from), objectOf(to)];
    if (!source || !target || Object.keys(target.properties).length === 0) return false;
    return Object.entries(target.properties).every(([name, property]) => {
      const own = source.properties[name];
      if (target.required.has(name) && !source.required.has(name)) return false;
      return !own || fits(own, property, depth + 1);
    });
  }

  /** Whether each value of one schema is of another's type; lengths, limits and formats aren't compared. */
  function fits(from: Schema, to: Schema, depth = 0): boolean {
    const target = printed(schemas.nodeOf(to));
    if (target === 'z.unknown()' || target === printed(schemas.nodeOf(from))) return true;
    if (depth > 6 || (takesNull(from) && !takesNull(to))) return false;
    const [type, other] = [typeOf(from), typeOf(to)];
    if (objectOf(to)) return fitsObject(from, to, depth);
    if (other === 'array' && type === 'array')
      return fits(deref(from).items ?? {}, deref(to).items ?? {}, depth + 1);
    const isNumber = type === 'integer' && other === 'number';
    return (isNumber || (type !== undefined && type === other)) && fitsValues(valuesOf(from), valuesOf(to));
  }
  const fitsValues = (values: readonly unknown[] | undefined, allowed: readonly unknown[] | undefined) =>
    allowed === undefined || (values?.every((value) => allowed.includes(value)) ?? false);

  function shapeOf(
    schema: Schema | undefined,
    isList: boolean,
    isRow: (row: Schema) => boolean = () => true,
  ): Shape | undefined {
    if (!schema) return undefined;
    const entriesOf = (list: Schema) => (typeOf(list) === 'array' ? deref(list).items : undefined);
    const fit = (row: Schema | undefined): row is Schema =>
      row !== undefined && objectOf(row) !== undefined && isRow(row);
    const whole = isList ? entriesOf(schema) : schema;
    const view = objectOf(schema);
    const inside = Object.entries(view?.properties ?? {}).flatMap(([at, property]) => {
      const row = isList ? entriesOf(property) : property;
      return fit(row) ? [{ at, row }] : [];
    });
    const names = Object.keys(view?.properties ?? {});
    const only =
      inside.find(({ at }) => WRAPPERS.includes(at)) ?? (inside.length === 1 ? inside[0] : undefined);
    if (only && (isList || names.length === 1 || WRAPPERS.includes(only.at))) {
      const rest = Object.entries(view?.properties ?? {}).filter(
        ([name, property]) =>
          name !== only.at && (view?.required.has(name) || (isList && isCount(name, property))),
      );
      return { isList, at: only.at, row: only.row, rest: Object.fromEntries(rest) };
    }
    return fit(whole) ? { isList, at: undefined, row: whole, rest: {} } : undefined;
  }
  const isCount = (name: string, schema: Schema) => typeOf(schema) === 'integer' && /total|count/i.test(name);

  /** Where the answer may be of several kinds, the first one. */
  function okOf({ ok }: Operation): Schema | undefined {
    const schema = ok.content && deref(ok.content.schema);
    const [first] = [...(schema?.anyOf ?? []), ...(schema?.oneOf ?? [])];
    return first ?? ok.content?.schema;
  }
  const at = (path: string, ...methods: string[]) =>
    operations.filter((operation) => operation.path === path && methods.includes(operation.method));

  function keyOf(parameter: string, segment: string, { properties }: ObjectView): string | undefined {
    const fitting = Object.keys(properties).filter((name) =>
      PRIMITIVE.includes(typeOf(properties[name] ?? {}) ?? ''),
    );
    const parameterName = plain(parameter);
    const item = plain(singular(segment));
    const without = parameterName.startsWith(item) ? parameterName.slice(item.length) : parameterName;
    const candidates = [
      parameterName,
      without,
      ...(parameterName.endsWith('id') || parameterName === item ? ['id', `${item}id`] : []),
    ];
    return candidates.map((candidate) => fitting.find((name) => plain(name) === candidate)).find(Boolean);
  }

  /** The column that rows need for a property of another answer; null if none, undefined if they can't have it. */
  function columnFor(own: Schema | undefined, isKnown: boolean, property: Schema, isRequired: boolean) {
    if (!own) return isRequired ? property : null;
    if (fits(own, property)) return isRequired && !isKnown ? own : null;
    return fits(property, own) ? property : undefined;
  }

  /** Makes the rows fit another answer, too. */
  function absorb({ view, columns }: Pick<Resource, 'view' | 'columns'>, target: Schema): boolean {
    const answer = objectOf(target);
    if (!answer) return false;
    const alike = [...answer.required].filter((name) => name in view.properties);
    // It is about something else, such as whether the call succeeded.
    if (alike.length * 2 < answer.required.size) return false;
    const added: Record<string, Schema> = {};
    for (const [name, property] of Object.entries(answer.properties)) {
      const isKnown = name in columns || view.required.has(name);
      const own = columns[name] ?? view.properties[name];
      const column = columnFor(own, isKnown, property, answer.required.has(name));
      if (column === undefined) return false;
      if (column) added[name] = column;
    }
    Object.assign(columns, added);
    return true;
  }

  const resources: Resource[] = [];
  const tableOnce = uniqueNames(OTHER_TABLES);

  /** By the path's parameters before the last one, columns for them; undefined if a property is in their way. */
  function parentsOf(path: string, view: ObjectView): ReadonlyMap<string, string> | undefined {
    const [operation] = operations.filter((candidate) => candidate.path === path);
    const parents = (operation?.pathParameters ?? []).slice(0, -1).map((parameter) => {
      const { name, schema = {} } = parameter;
      const match = Object.entries(view.properties).find(
        ([field, property]) => plain(field) === plain(name) && typeOf(property) === typeOf(schema),
      );
      return [name, match?.[0] ?? name, match !== undefined || !(name in view.properties)] as const;
    });
    return parents.every(([, , isFree]) => isFree)
      ? new Map(parents.map(([name, column]) => [name, column]))
      : undefined;
  }

  function resourceOf(path: string, shape: Shape, collection: string, segment: string, parameter: string) {
    const view = objectOf(shape.row);
    const key = view && keyOf(parameter, segment, view);
    const parents = view && parentsOf(path, view);
    if (!view || key === undefined || !parents) return undefined;
    const columns: Record<string, Schema> = {};
    const own = view.properties[key] ?? {};
    if (!view.required.has(key) || takesNull(own))
      columns[key] = { ...deref(own), nullable: false, type: typeOf(own) ?? 'string' };
    const parameters = operations.flatMap(({ pathParameters }) => pathParameters);
    for (const [name, column] of parents) {
      const declared = parameters.find((candidate) => candidate.name === name)?.schema ?? { type: 'string' };
      if (!view.required.has(column)) columns[column] = view.properties[column] ?? declared;
    }
    const { row: schema } = shape;
    const item = camelCase(singular(segment), 'row');
    return { item: `${item}${isTaken(item) ? 'Row' : ''}`, key, schema, view, columns, parents, collection };
  }

  function addResource(path: string): void {
    const [, collection = '', parameter = ''] = ITEM.exec(path) ?? [];
    const segment = collection
      .split('/')
      .filter((part) => part && !part.startsWith('{'))
      .at(-1);
    if (segment === undefined || collection.endsWith('}')) return;
    const shapes = [
      ...at(path, 'GET', 'PUT', 'PATCH', 'POST').map((operation) => shapeOf(okOf(operation), false)),
      ...at(collection, 'POST').map((operation) => shapeOf(okOf(operation), false)),
      ...at(collection, 'GET').map((operation) => shapeOf(okOf(operation), true)),
    ];
    const resource = shapes
      .map((shape) => shape && resourceOf(path, shape, collection, segment, parameter))
      .find(Boolean);
    // The same things may be below another path, too.
    const isSame = ({ schema }: Resource) =>
      schema.$ref !== undefined && schema.$ref === resource?.schema.$ref;
    if (!resource || (resource.parents.size === 0 && resources.some(isSame))) return;
    resources.push({ ...resource, table: tableOnce(camelCase(segment, 'rows')) });
  }
  for (const path of new Set(operations.map((operation) => operation.path).filter((path) => ITEM.test(path))))
    addResource(path);

  const propertyOf = ({ view, columns }: Resource, name: string): Schema | undefined =>
    columns[name] ?? view.properties[name];

  /** The row's field that a parameter is about, if both have one type. */
  function filterOf(resource: Resource, part: Filter['part'], parameter: Parameter): Filter | undefined {
    const names = Object.keys({ ...resource.view.properties, ...resource.columns });
    const field =
      resource.parents.get(parameter.name) ?? names.find((name) => plain(name) === plain(parameter.name));
    const schema = field === undefined ? undefined : propertyOf(resource, field);
    const own = deref(parameter.schema ?? { type: 'string' });
    if (
      field === undefined ||
      !schema ||
      typeOf(schema) !== typeOf(own) ||
      ![...PRIMITIVE, 'boolean'].includes(typeOf(own) ?? '')
    )
      return undefined;
    const [values, allowed] = [deref(schema).enum, own.enum];
    if (values && allowed && !allowed.some((value) => values.includes(value))) return undefined;
    return { field, part, parameter };
  }

  const present = <T>(value: T | undefined): value is T => value !== undefined;

  function planOfItem(operation: Operation, resource: Resource): Plan | undefined {
    const parameter = operation.pathParameters.at(-1);
    if (!parameter) return undefined;
    const by: Filter = { field: resource.key, part: 'path', parameter };
    const shape = shapeOf(okOf(operation), false);
    if (operation.method === 'DELETE') {
      return {
        kind: 'remove',
        resource,
        shape: shape?.row.$ref === resource.schema.$ref ? shape : undefined,
        by,
      };
    }
    const fit = shape && absorb(resource, shape.row) ? shape : undefined;
    if (operation.method === 'GET') return fit && { kind: 'get', resource, shape: fit, by };
    return operation.body && { kind: 'update', resource, shape: fit, by };
  }

  function planOfCollection(operation: Operation, resource: Resource): Plan | undefined {
    if (operation.method === 'GET' || !operation.body) return undefined;
    const shape = shapeOf(okOf(operation), false);
    const fit = shape && absorb(resource, shape.row) ? shape : undefined;
    if (operation.method === 'POST') return { kind: 'create', resource, shape: fit };
    const hasKey = objectOf(operation.body.schema)?.properties[resource.key];
    return operation.method === 'PUT' && hasKey ? { kind: 'update', resource, shape: fit } : undefined;
  }

  /** A list or row of a known collection, also below another path. */
  function planOfRead(operation: Operation): Plan | undefined {
    const own = resources.filter(({ collection }) => collection === operation.path);
    for (const resource of [...own, ...resources]) {
      const isOwn = resource.collection === operation.path;
      const isRow = (row: Schema) => isOwn || (row.$ref !== undefined && row.$ref === resource.schema.$ref);
      const list = shapeOf(okOf(operation), true, isRow);
      if (list && absorb(resource, list.row)) {
        const filters = [
          ...operation.pathParameters.map((parameter) => filterOf(resource, 'path', parameter)),
          ...operation.query.map((parameter) => filterOf(resource, 'query', parameter)),
        ].filter(present);
        return { kind: 'list', resource, shape: list, filters };
      }
      const shape = shapeOf(okOf(operation), false, isRow);
      const last = operation.path.endsWith('}') ? operation.pathParameters.at(-1) : undefined;
      const by = last && filterOf(resource, 'path', last);
      if (shape && by && absorb(resource, shape.row)) return { kind: 'get', resource, shape, by };
    }
    return undefined;
  }

  function planOf(operation: Operation): Plan {
    const [, collection] = ITEM.exec(operation.path) ?? [];
    const ofItem = resources.find((resource) => resource.collection === collection);
    const ofCollection = resources.find((resource) => resource.collection === operation.path);
    const plan =
      (ofItem && planOfItem(operation, ofItem)) ??
      (ofCollection && planOfCollection(operation, ofCollection)) ??
      (operation.method === 'GET' ? planOfRead(operation) : undefined);
    return plan ?? { kind: operation.method === 'GET' ? 'fixed' : 'undecided' };
  }

  const plans = new Map(operations.map((operation) => [operation, planOf(operation)]));
  return { resources, plans, fits, typeOf, propertyOf };
}
export type Planned = ReturnType<typeof createPlan>;
