import type * as redocly from '@redocly/openapi-core';
import { errorMessage } from '../error-message';
import { UsageError } from '../hosts/http/usage-error';

/** What the generator reads of a schema, of OpenAPI 3.0 and 3.1. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly nullable?: boolean;
  readonly format?: string;
  readonly pattern?: string;
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly example?: unknown;
  readonly examples?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly allOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number | boolean;
  readonly exclusiveMaximum?: number | boolean;
  readonly multipleOf?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly readOnly?: boolean;
  readonly writeOnly?: boolean;
}

interface Media {
  readonly schema?: Schema;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, ({ readonly value?: unknown } & Reference) | null>>;
}
interface Reference {
  readonly $ref?: string;
}
export interface Parameter extends Reference {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header' | 'cookie';
  readonly required?: boolean;
  readonly explode?: boolean;
  readonly schema?: Schema;
  readonly example?: unknown;
}
interface Body extends Reference {
  readonly description?: string;
  readonly content?: Readonly<Record<string, Media>>;
}
type Security = readonly Readonly<Record<string, unknown>>[];
interface PathItem extends Reference {
  readonly parameters?: readonly Parameter[];
}
interface DocumentOperation {
  readonly operationId?: string;
  readonly summary?: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Body;
  readonly responses?: Readonly<Record<string, Body>>;
  readonly security?: Security;
}
interface SecurityScheme extends Reference {
  readonly type: string;
  readonly scheme?: string;
  readonly in?: 'header' | 'query' | 'cookie';
  readonly name?: string;
}
export interface OpenApi {
  readonly openapi: string;
  readonly info?: { readonly title?: string; readonly version?: string };
  readonly servers?: readonly { readonly url: string }[];
  /** In YAML, a path without anything below it is null. */
  readonly paths?: Readonly<Record<string, PathItem | null>>;
  readonly security?: Security;
  readonly components?: {
    readonly schemas?: Readonly<Record<string, Schema>>;
    readonly securitySchemes?: Readonly<Record<string, SecurityScheme>>;
  };
}

/** A body of a request or response: its schema, and examples in the order of preference. */
export interface Content {
  readonly type: string;
  readonly schema: Schema;
  readonly examples: readonly unknown[];
}

export interface Operation {
  /** In code. */
  readonly name: string;
  readonly method: string;
  /** Its parameters are the identifiers of `pathParameters`. */
  readonly path: string;
  readonly summary: string | undefined;
  readonly pathParameters: readonly Parameter[];
  readonly query: readonly Parameter[];
  readonly body: Content | undefined;
  readonly ok: { readonly status: number; readonly alsoGood: readonly number[]; readonly content?: Content };
  readonly errors: readonly {
    readonly status: number;
    readonly message: string;
    readonly content?: Content;
  }[];
  /** The content of `default`, where it stands for errors. */
  readonly otherError: Content | undefined;
  readonly auth: 'none' | 'optional' | 'required';
}

/** The properties of a schema of an object, those of `allOf` included. */
export interface ObjectView {
  readonly properties: Readonly<Record<string, Schema>>;
  readonly required: ReadonlySet<string>;
  readonly additional: boolean | Schema | undefined;
}

export const words = (text: string): string[] =>
  text
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .split(/[^\p{ID_Continue}]+|_/u)
    .filter(Boolean);

/** An identifier made of a name; `fallback` is put before one that can't start one, and is that of no letters. */
export function camelCase(name: string, fallback = 'value'): string {
  const [first = fallback, ...rest] = words(name).map((word) =>
    /^[A-Z\d]+$/.test(word) ? word.toLowerCase() : word,
  );
  const joined = [
    first.charAt(0).toLowerCase() + first.slice(1),
    ...rest.map((word) => word.charAt(0).toUpperCase() + word.slice(1)),
  ].join('');
  return /^\P{ID_Start}/u.test(joined) ? fallback + joined : joined;
}

/** Gives each name once, also without regard to case, as tables need it: `pet`, `pet2`. */
export function uniqueNames(taken: Iterable<string>): (name: string) => string {
  const used = new Set([...taken].map((name) => name.toLowerCase()));
  return (name) => {
    let unique = name;
    for (let number = 2; used.has(unique.toLowerCase()); number += 1) unique = `${name}${number}`;
    used.add(unique.toLowerCase());
    return unique;
  };
}

/**
 * Reads an OpenAPI document with all files that it refers to.
 *
 * @param spec a path or URL
 * @throws UsageError if it can't be read, refers to what is not there, or is no OpenAPI 3
 */
export async function readDocument({ bundle, createConfig }: typeof redocly, spec: string): Promise<OpenApi> {
  const config = await createConfig({});
  const read = await bundle({ ref: spec, config }).catch((error: unknown) => {
    throw new UsageError(`${spec} can't be read: ${errorMessage(error)}`);
  });
  const parsed = read.bundle.parsed as OpenApi & { readonly swagger?: string };
  if (!/^3\.[01]\b/.test(parsed.openapi)) {
    const cure = parsed.swagger === undefined ? '' : ' Swagger 2 can be converted: npx swagger2openapi.';
    throw new UsageError(`${spec} is no OpenAPI 3.0 or 3.1 document.${cure}`);
  }
  const problem = read.problems.find(({ severity }) => severity === 'error');
  if (problem) throw new UsageError(`${spec}: ${problem.message} (${problem.location[0]?.pointer ?? '#'})`);
  return parsed;
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];
export const isJson = ({ type }: Pick<Content, 'type'>) => /\bjson\b/i.test(type);
/** The kinds of content, best first: what the engine reads and validates. */
const preference = [
  (type: string) => isJson({ type }),
  (type: string) => /urlencoded|multipart/i.test(type),
  (type: string) => /^text\//i.test(type),
];

/** The document's parts by what the generator needs of them; all follow references. */
export function createReader(document: OpenApi) {
  function deref<T extends Reference>(part: T): T {
    let current = part;
    for (let steps = 0; current.$ref !== undefined && steps < 20; steps += 1) {
      const names = current.$ref.split('/').slice(1);
      current = names.reduce<unknown>(
        (value, name) =>
          Reflect.get(Object(value), decodeURIComponent(name).replaceAll('~1', '/').replaceAll('~0', '~')),
        document,
      ) as T;
      if (current === undefined) throw new UsageError(`The document has no ${part.$ref}.`);
    }
    return current;
  }

  /** OpenAPI 3.1 allows it beside a reference, too. */
  const isMarked = (schema: Schema, mark: 'readOnly' | 'writeOnly') =>
    schema[mark] ?? deref(schema)[mark] ?? false;

  const typesOf = ({ type, ...schema }: Schema): string[] => {
    if (type !== undefined) return [type].flat().filter((one) => one !== 'null');
    if (schema.properties || schema.additionalProperties) return ['object'];
    return schema.items ? ['array'] : [];
  };

  /**
   * Undefined for what is no object, or more than one kind of object.
   *
   * @throws UsageError if the schema is a part of itself, by `allOf`
   */
  function objectOf(reference: Schema, above: readonly string[] = []): ObjectView | undefined {
    const { $ref } = reference;
    const refs = $ref === undefined ? above : [...above, $ref];
    if ($ref !== undefined && above.includes($ref)) {
      const cycle = refs.slice(refs.indexOf($ref)).map((name) => name.split('/').at(-1));
      throw new UsageError(`A schema can't be a part of itself by allOf: ${cycle.join(', ')}.`);
    }
    const schema = deref(reference);
    const parts = (schema.allOf ?? []).map((part) => objectOf(part, refs));
    const isObject =
      typesOf(schema).join() === 'object' || (parts.length > 0 && typesOf(schema).length === 0);
    const isOneOfSeveral = [...(schema.oneOf ?? []), ...(schema.anyOf ?? [])].some(
      (option) => Object.keys(option).join() !== 'required',
    );
    if (!isObject || isOneOfSeveral || parts.includes(undefined)) return undefined;
    const views = parts as ObjectView[];
    return {
      properties: Object.assign({}, ...views.map(({ properties }) => properties), schema.properties),
      required: new Set([...views.flatMap(({ required }) => [...required]), ...(schema.required ?? [])]),
      additional:
        schema.additionalProperties ?? views.find(({ additional }) => additional !== undefined)?.additional,
    };
  }

  function contentOf(body: Body | undefined): Content | undefined {
    const content = Object.entries(body ? (deref(body).content ?? {}) : {});
    const best = preference.map((fits) => content.find(([type]) => fits(type))).find(Boolean) ?? content[0];
    if (!best) return undefined;
    const [type, { schema = {}, example, examples = {} }] = best;
    const values = Object.values(examples).map((named) => deref(named ?? {}).value);
    return { type, schema, examples: [example, ...values].filter((value) => value !== undefined) };
  }

  function messageOf(response: Body, content: Content | undefined): string {
    const text = (value: unknown): string | undefined =>
      typeof value === 'object' && value !== null
        ? Object.entries(value)
            .map(([name, field]) =>
              /message|detail/i.test(name) && typeof field === 'string' ? field : text(field),
            )
            .find(Boolean)
        : undefined;
    return text(content?.examples[0]) ?? response.description?.split('\n')[0] ?? 'An error';
  }

  function authOf(security: Security = document.security ?? []): Operation['auth'] {
    if (security.length === 0) return 'none';
    return security.some((choice) => Object.keys(choice).length === 0) ? 'optional' : 'required';
  }

  const nameOnce = uniqueNames([]);
  function operationOf(path: string, item: PathItem, method: string): Operation {
    const read = Reflect.get(item, method) as DocumentOperation;
    const all = new Map(
      [...(item.parameters ?? []), ...(read.parameters ?? [])].map((reference) => {
        const parameter = deref(reference);
        return [`${parameter.in} ${parameter.name}`, parameter] as const;
      }),
    );
    const parameters = [...all.values()];
    const responses = Object.entries(read.responses ?? {}).map(([status, response]) => {
      const content = contentOf(response);
      return { status, content, message: messageOf(deref(response), content) };
    });
    const fallback = responses.find(({ status }) => status === 'default')?.content;
    const good = responses
      .filter(({ status }) => /^[23](\d\d|XX)$/i.test(status))
      .sort((a, b) => Number(b.status < '3') - Number(a.status < '3'));
    const statusOf = (status: string) => Number(status.replace(/XX$/i, '00'));
    const ok = good[0] ?? { status: '200', content: fallback };
    // MSW reads letters, digits and `_` in the names of parameters.
    const codeName = (name: string) => (/^\w+$/.test(name) ? name : camelCase(name));
    return {
      name: nameOnce(camelCase(read.operationId ?? `${method} ${path}`, 'call')),
      method: method.toUpperCase(),
      path: path.replaceAll(/\{([^}]+)\}/g, (_, name: string) => `{${codeName(name)}}`),
      summary: read.summary?.split('\n')[0],
      pathParameters: [...path.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => ({
        ...(parameters.find((parameter) => parameter.in === 'path' && parameter.name === name) ?? {
          in: 'path',
          schema: { type: 'string' },
        }),
        name: codeName(name),
      })),
      query: parameters.filter((parameter) => parameter.in === 'query'),
      body: ['GET', 'DELETE'].includes(method.toUpperCase()) ? undefined : contentOf(read.requestBody),
      ok: {
        status: statusOf(ok.status),
        alsoGood: good
          .slice(1)
          .map(({ status }) => statusOf(status))
          .filter((status) => status < 300),
        ...(ok.content && { content: ok.content }),
      },
      errors: responses
        .filter(({ status }) => /^[45]\d\d$/.test(status))
        .map(({ status, message, content }) => ({
          status: Number(status),
          message,
          ...(content && { content }),
        })),
      otherError: good.length > 0 ? fallback : undefined,
      auth: authOf(read.security),
    };
  }

  // Those that no call uses, too.
  for (const name of Object.keys(document.components?.schemas ?? {})) {
    const pointer = encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'));
    objectOf({ $ref: `#/components/schemas/${pointer}` });
  }

  const operations = Object.entries(document.paths ?? {}).flatMap(([path, reference]) => {
    const item = deref(reference ?? {});
    return METHODS.filter((method) => Reflect.has(item, method)).map((method) =>
      operationOf(path, item, method),
    );
  });
  const schemes = Object.values(document.components?.securitySchemes ?? {}).map(deref);
  return { operations, schemes, deref, isMarked, typesOf, objectOf };
}

export type Reader = ReturnType<typeof createReader>;
