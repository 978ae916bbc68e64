import { declarationOf, operationNames } from '@/contract/contract';
import { isRecord } from '@/mocks/conformance/check-answer';
import { classify, isSoftFail } from './classify';
import { type HarEntry, jsonOf } from './har';
import { isFieldName } from './redact';

/**
 * How often each field of the responses of one operation with one status has which type. The path of a field has `[]` for
 * the items of a list, and `*` for the keys of an object that are data rather than names.
 */
type Shape = Map<string, Map<string, number>>;

const typeOf = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'list' : isRecord(value) ? 'object' : typeof value;

/** Passes on the path and type of a value and of everything in it; a field of each item of a list is passed on once per item. */
function forEachField(path: string, value: unknown, add: (path: string, type: string) => void): void {
  add(path, typeOf(value));
  if (Array.isArray(value)) for (const item of value) forEachField(`${path}[]`, item, add);
  else if (isRecord(value))
    for (const [key, inner] of Object.entries(value)) {
      const field = isFieldName(key) ? key : '*';
      forEachField(path === '' ? field : `${path}.${field}`, inner, add);
    }
}

const declarations = new Map(
  operationNames.map(declarationOf).map((declared) => [declared.operation as string, declared]),
);

/**
 * The shape of an operation's responses, by kind. The kind is the status, such as `200`, or `200, declined` for a response
 * that declines the call with the status of success.
 */
type ShapesByKind = Map<string, Shape>;

/** By operation. */
function responsesIn(entries: readonly HarEntry[]): Map<string, ShapesByKind> {
  const found = new Map<string, ShapesByKind>();
  for (const { _operation, response } of entries) {
    if (_operation === null || response.status === 0) continue;
    const body = jsonOf(response.content.text);
    const declared = declarations.get(_operation);
    const isDeclined = declared !== undefined && isSoftFail(declared, body);
    const kind = isDeclined ? `${response.status}, declined` : `${response.status}`;
    const byKind = found.get(_operation) ?? new Map<string, Shape>();
    found.set(_operation, byKind);
    const shape: Shape = byKind.get(kind) ?? new Map();
    byKind.set(kind, shape);
    forEachField('', body, (path, type) => {
      const types = shape.get(path) ?? new Map<string, number>();
      types.set(type, (types.get(type) ?? 0) + 1);
      shape.set(path, types);
    });
  }
  return found;
}

/** The object or list that holds a field. */
const holderOf = (path: string): string =>
  path.slice(0, path.endsWith('[]') ? -2 : Math.max(path.lastIndexOf('.'), 0));

/** Whether every object that could hold the field does. Which keys a map has is data. */
function isAlwaysIn(shape: Shape, path: string): boolean {
  if (/(^|\.)\*$/.test(path)) return false;
  const found = [...(shape.get(path)?.values() ?? [])].reduce((sum, count) => sum + count, 0);
  return found === shape.get(holderOf(path))?.get('object');
}

/** Null says nothing about the type of a value. */
const known = (types: ReadonlyMap<string, number>) =>
  [...types.keys()].filter((type) => type !== 'null').sort();

function changedFields(before: Shape, after: Shape): string[] {
  const paths = new Set([...before.keys(), ...after.keys()]);
  return [...paths].flatMap((path) => {
    const [old, now] = [before.get(path), after.get(path)];
    const name = path || 'the body';
    // Without its holder, the holder is what changed.
    const hasHolder = (shape: Shape) => shape.get(holderOf(path))?.has('object') === true;
    if (now === undefined) return isAlwaysIn(before, path) && hasHolder(after) ? [`${name} is gone`] : [];
    if (old === undefined) return isAlwaysIn(after, path) && hasHolder(before) ? [`${name} is new`] : [];
    const [oldTypes, newTypes] = [known(old), known(now)];
    if (oldTypes.length === 0 || newTypes.length === 0) return [];
    return newTypes.some((type) => oldTypes.includes(type))
      ? []
      : [`${name} is ${newTypes.join(' or ')}, it was ${oldTypes.join(' or ')}`];
  });
}

/**
 * Requires something to compare: without it, "no drift" would be no finding.
 *
 * @param side what the entries are, for the message
 * @throws Error if no entry is a response of an operation of the contract
 */
export function requireResponses(side: string, entries: readonly HarEntry[]): void {
  if (entries.some(({ _operation, response }) => _operation !== null && response.status !== 0)) return;
  throw new Error(`${side} has no response of an operation of the contract, so there is nothing to compare.`);
}

/**
 * Compares the responses of one API at two times: another status of success, and fields that came, went or changed their
 * type. Which operations and errors were recorded, what only some responses have, and null, is no difference.
 *
 * @returns one line per difference; empty if there is none
 * @throws Error if there is nothing to compare
 */
export function driftBetween(recorded: readonly HarEntry[], live: readonly HarEntry[]): string[] {
  requireResponses('The recording', recorded);
  requireResponses('The live API', live);
  const [before, after] = [responsesIn(recorded), responsesIn(live)];
  return operationNames.flatMap((key) => {
    const name = declarationOf(key).operation;
    const [old, now] = [before.get(name), after.get(name)];
    if (old === undefined || now === undefined) return [];
    // Which errors occurred depends on who used the API; with what it succeeds does not.
    const goodOf = (kinds: ShapesByKind) => [...kinds.keys()].filter((kind) => /^2\d\d$/.test(kind));
    const [wasGood, isGood] = [goodOf(old), goodOf(now)];
    const isOther = wasGood.length > 0 && isGood.length > 0 && !isGood.some((kind) => wasGood.includes(kind));
    return [
      ...(isOther ? [`${name}: succeeds with ${isGood.join(', ')}, it was ${wasGood.join(', ')}`] : []),
      ...[...now].flatMap(([kind, shape]) => {
        const recordedShape = old.get(kind);
        if (recordedShape === undefined) return [];
        return changedFields(recordedShape, shape).map((line) => `${name}, ${kind}: ${line}`);
      }),
    ];
  });
}

/**
 * Compares a recording with the contract as it is now: each line is a change that the contract would need.
 *
 * @returns without repetitions; empty if every response belongs to a branch
 */
export function driftFromContract(recorded: readonly HarEntry[]): string[] {
  const lines = recorded.flatMap(({ request, response, _operation, _path }) => {
    const declared = declarations.get(_operation ?? '');
    if (declared === undefined) {
      return [`${request.method} ${_path.split('?')[0]}: the contract has no such operation`];
    }
    if (response.status === 0) return [];
    const found = classify(declared, response.status, jsonOf(response.content.text));
    return 'proposal' in found ? [`${declared.operation}: ${found.proposal}`] : [];
  });
  return [...new Set(lines)];
}
