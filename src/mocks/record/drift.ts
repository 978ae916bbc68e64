import { declarationOf, operationNames } from '@/contract/contract';
import { isRecord } from '@/mocks/conformance/check-answer';
import { classify, isSoftFail } from './classify';
import { type HarEntry, jsonOf } from './har';
import { isFieldName } from './redact';

/**
 * How often each field of the responses of one operation with one status has which type. `[]` stands for the items of a
 * list, `*` for the keys of an object that are data rather than names.
 */
type Shape = Map<string, Map<string, number>>;

const typeOf = (held: unknown): string =>
  held === null ? 'null' : Array.isArray(held) ? 'list' : isRecord(held) ? 'object' : typeof held;

/** Visits every field once per object that has it, and every object once per place. */
function visit(place: string, held: unknown, see: (place: string, type: string) => void): void {
  see(place, typeOf(held));
  if (Array.isArray(held)) for (const item of held) visit(`${place}[]`, item, see);
  else if (isRecord(held))
    for (const [key, value] of Object.entries(held)) {
      const field = isFieldName(key) ? key : '*';
      visit(place === '' ? field : `${place}.${field}`, value, see);
    }
}

const declarations = new Map(
  operationNames.map(declarationOf).map((declared) => [declared.operation as string, declared]),
);

/** What an operation responded with: its status, and the shape of all bodies of that kind. */
interface Responses {
  readonly status: number;
  readonly isDeclined: boolean;
  readonly shape: Shape;
}

/** By operation and kind of response: the status, and whether a response with the status of success declines the call. */
function responsesIn(entries: readonly HarEntry[]): Map<string, Map<string, Responses>> {
  const found = new Map<string, Map<string, Responses>>();
  for (const { _operation, response } of entries) {
    if (_operation === null || response.status === 0) continue;
    const body = jsonOf(response.content.text);
    const declared = declarations.get(_operation);
    const isDeclined = declared !== undefined && isSoftFail(declared, body);
    const kind = isDeclined ? `${response.status}, declined` : `${response.status}`;
    const byKind = found.get(_operation) ?? new Map<string, Responses>();
    found.set(_operation, byKind);
    const { shape } = byKind.get(kind) ?? { shape: new Map() };
    byKind.set(kind, { status: response.status, isDeclined, shape });
    visit('', body, (place, type) => {
      const types = shape.get(place) ?? new Map<string, number>();
      types.set(type, (types.get(type) ?? 0) + 1);
      shape.set(place, types);
    });
  }
  return found;
}

/** The object or list that holds a field. */
const holderOf = (place: string): string =>
  place.slice(0, place.endsWith('[]') ? -2 : Math.max(place.lastIndexOf('.'), 0));

/** Whether every object that could hold the field does. Which keys a map has is data. */
function isAlwaysIn(shape: Shape, place: string): boolean {
  if (/(^|\.)\*$/.test(place)) return false;
  const found = [...(shape.get(place)?.values() ?? [])].reduce((sum, count) => sum + count, 0);
  return found === shape.get(holderOf(place))?.get('object');
}

/** Null says nothing about the type of a value. */
const known = (types: ReadonlyMap<string, number>) =>
  [...types.keys()].filter((type) => type !== 'null').sort();

function changedFields(before: Shape, after: Shape): string[] {
  const places = new Set([...before.keys(), ...after.keys()]);
  return [...places].flatMap((place) => {
    const [old, now] = [before.get(place), after.get(place)];
    const name = place || 'the body';
    // Without its holder, the holder is what changed.
    const hasHolder = (shape: Shape) => shape.get(holderOf(place))?.has('object') === true;
    if (now === undefined) return isAlwaysIn(before, place) && hasHolder(after) ? [`${name} is gone`] : [];
    if (old === undefined) return isAlwaysIn(after, place) && hasHolder(before) ? [`${name} is new`] : [];
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
    const goodOf = (kinds: ReadonlyMap<string, Responses>) =>
      [...kinds.values()]
        .filter(({ status, isDeclined }) => status < 300 && !isDeclined)
        .map(({ status }) => status);
    const [wasGood, isGood] = [goodOf(old), goodOf(now)];
    const isOther =
      wasGood.length > 0 && isGood.length > 0 && !isGood.some((status) => wasGood.includes(status));
    return [
      ...(isOther ? [`${name}: succeeds with ${isGood.join(', ')}, it was ${wasGood.join(', ')}`] : []),
      ...[...now].flatMap(([kind, { shape }]) => {
        const recordedShape = old.get(kind)?.shape;
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
