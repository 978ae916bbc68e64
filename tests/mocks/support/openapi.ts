import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { openApiDocument } from '@/mocks/openapi/openapi-document';

interface Json {
  readonly schema: object;
  readonly examples: Readonly<Record<string, { readonly value: unknown }>>;
}
interface Content {
  readonly content: { readonly 'application/json': Json };
}
interface DocumentedOperation {
  readonly operationId: string;
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: 'path' | 'query';
    readonly schema: object;
    readonly example: string | number;
  }[];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content>>;
  readonly 'x-mock-branches': readonly { readonly branch: string }[];
}

/**
 * Reads the OpenAPI document as a tool would: by its own text, with a validator that knows nothing of the contract.
 *
 * @returns its operations by method and path, and a function that lists what is wrong with an answer
 */
export function readDocument(document: ReturnType<typeof openApiDocument>) {
  const { paths, components } = JSON.parse(JSON.stringify(document)) as {
    paths: Record<string, Record<string, DocumentedOperation>>;
    components: object;
  };
  const ajv = new Ajv2020({ allErrors: true, allowUnionTypes: true });
  addFormats.default(ajv);
  // The schemas refer to each other by their place in the document.
  ajv.addVocabulary(['components']);
  const operations = new Map(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation]),
    ),
  );
  const compiled = new Map<string, ReturnType<typeof ajv.compile>>();

  /** What of a value does not fit a schema of the document; empty if it does. */
  function errorsIn(schema: object, value: unknown): string[] {
    const text = JSON.stringify(schema);
    const validate = compiled.get(text) ?? ajv.compile({ ...schema, components });
    compiled.set(text, validate);
    if (validate(value)) return [];
    return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
  }

  /** What the document does not say about an answer; empty if it declares the status and the body fits. */
  function undocumentedIn(operation: DocumentedOperation, status: number, body: unknown): string[] {
    const declared = operation.responses[String(status)];
    if (!declared) return [`status ${status} is not declared`];
    return errorsIn(declared.content['application/json'].schema, body);
  }

  return { operations, undocumentedIn };
}

/** The request that an operation's examples show. */
export function exampleRequest(call: string, { parameters = [], requestBody }: DocumentedOperation) {
  const [method = '', template = ''] = call.split(' ');
  const valuesIn = (location: 'path' | 'query') =>
    parameters
      .filter(({ in: place }) => place === location)
      .map(({ name, example }): [string, string] => [name, String(example)]);
  return {
    method,
    path: valuesIn('path').reduce((path, [name, value]) => path.replace(`{${name}}`, value), template),
    query: Object.fromEntries(valuesIn('query')),
    body: requestBody?.content['application/json'].examples.ok?.value,
  };
}

/** The day of the document's examples. */
export const examplesStart = '2026-03-02T09:00:00.000Z';
