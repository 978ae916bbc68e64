import { apiCompare } from 'api-smart-diff';

interface ContractChange {
  /** The operation and what changed, such as `POST /auth/login: [Removed] Response 400`. */
  readonly line: string;
  /** Whether a client that worked before may stop to work. */
  readonly breaks: boolean;
}

/** The library takes another type in a response for harmless. */
const isOtherType = (path: readonly unknown[], action: string) =>
  path.at(-1) === 'type' && action === 'replace' && path.includes('schema');

/** Compares two OpenAPI documents. Schemas are compared where they are used, in a request or in a response. */
export const contractChanges = (before: unknown, after: unknown): ContractChange[] =>
  apiCompare(before, after).diffs.flatMap(({ path, action, type, description = '' }) => {
    const [section, url, method] = path;
    if (section !== 'paths' || (type !== 'breaking' && type !== 'non-breaking')) return [];
    const operation = `${String(method).toUpperCase()} ${String(url)}`;
    return [
      { line: `${operation}: ${description}`, breaks: type === 'breaking' || isOtherType(path, action) },
    ];
  });

/** The breaking changes whose line a text, docs/breaking-changes.md, does not have. */
export const undeclaredIn = (changes: readonly ContractChange[], declared: string): ContractChange[] =>
  changes.filter(({ line, breaks }) => breaks && !declared.includes(line));

/** An OpenAPI document as JSON, with only what the comparison reads: no texts, no examples, nothing of the mock. */
export const comparedPart = (document: unknown): string =>
  JSON.stringify(
    document,
    (key, value: unknown) =>
      /^(x-.*|examples?)$/.test(key) || (/^(summary|description)$/.test(key) && typeof value === 'string')
        ? undefined
        : value,
    1,
  );
