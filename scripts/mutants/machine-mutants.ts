import { not } from 'xstate';

/** A state's config as written in a machine. Its transitions may be a target, an object, or a list of both. */
export type NodeConfig = Readonly<Record<string, unknown>>;

export interface Mutant {
  /** The state, what was there, and what was done to it; unique in its machine. */
  readonly name: string;
  /** The machine's config with this one change. */
  readonly config: NodeConfig;
}

type Path = readonly (string | number)[];

interface Change {
  readonly name: string;
  readonly path: Path;
  /** Undefined: what is at the path is removed. */
  readonly value: unknown;
}

interface Place {
  readonly root: NodeConfig;
  /** The keys of the state and of the states that it is in. */
  readonly keys: readonly string[];
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const listOf = (value: unknown): readonly unknown[] =>
  value === undefined ? [] : Array.isArray(value) ? value : [value];

const entriesOf = (value: unknown): [string, unknown][] => (isRecord(value) ? Object.entries(value) : []);

const pathOf = (keys: readonly string[]): Path => keys.flatMap((key) => ['states', key]);

const nodeAt = (root: NodeConfig, keys: readonly string[]): NodeConfig =>
  keys.reduce<NodeConfig>((node, key) => {
    const child = isRecord(node.states) ? node.states[key] : undefined;
    if (!isRecord(child)) throw new Error(`There is no state "${keys.join('.')}".`);
    return child;
  }, root);

/** Returns the value with one part replaced or removed; only what is around that part is copied. */
function changed(value: unknown, [key, ...rest]: Path, part: unknown): unknown {
  if (key === undefined) return part;
  if (Array.isArray(value))
    return value.flatMap((item, index) => {
      if (index !== key) return [item];
      const next = changed(item, rest, part);
      return next === undefined ? [] : [next];
    });
  const { [key]: before, ...others } = isRecord(value) ? value : {};
  const next = changed(before, rest, part);
  return next === undefined ? others : { ...others, [key]: next };
}

function stateWithId(root: NodeConfig, id: string, keys: readonly string[] = []): readonly string[] | null {
  const node = nodeAt(root, keys);
  if (node.id === id) return keys;
  for (const [key] of entriesOf(node.states)) {
    const found = stateWithId(root, id, [...keys, key]);
    if (found !== null) return found;
  }
  return null;
}

/** Returns the keys of a transition's target: `sibling`, `.child` or `#id`, each perhaps followed by inner states. */
function targetKeys({ root, keys }: Place, target: string): readonly string[] {
  const [first = '', ...inner] = target.split('.');
  if (first === '') return [...keys, ...inner];
  if (!first.startsWith('#')) return [...keys.slice(0, -1), first, ...inner];
  const found = stateWithId(root, first.slice(1));
  if (found === null) throw new Error(`No state has the id "${first.slice(1)}".`);
  return [...found, ...inner];
}

/** Returns the keys of the other states beside a state. */
const siblingsOf = (root: NodeConfig, keys: readonly string[]): readonly (readonly string[])[] => {
  const parent = keys.slice(0, -1);
  return entriesOf(nodeAt(root, parent).states)
    .map(([key]) => [...parent, key])
    .filter((other) => other.at(-1) !== keys.at(-1));
};

const nameOf = (reference: unknown, position: number): string => {
  if (typeof reference === 'string') return reference;
  const type = isRecord(reference) ? reference.type : undefined;
  return typeof type === 'string' ? type : `${position + 1}`;
};

/** One change per action of a list: it is dropped. */
function actionChanges(name: string, path: Path, actions: unknown): Change[] {
  const list = listOf(actions);
  return list.map((action, position) => ({
    name: `${name}, action ${nameOf(action, position)} dropped`,
    path,
    value: list.filter((other) => other !== action),
  }));
}

/** The changes of the transitions of one event: each is removed, retargeted, inverted, and loses each action. */
function transitionChanges(place: Place, name: string, path: Path, transitions: unknown): Change[] {
  const list = listOf(transitions).map((one) => (isRecord(one) ? one : { target: one }));
  return list.flatMap((transition, position) => {
    const own = list.length === 1 ? name : `${name} ${position + 1}`;
    const replaced = (part: NodeConfig) => list.map((one) => (one === transition ? part : one));
    const change = (what: string, part: NodeConfig): Change => ({
      name: `${own}, ${what}`,
      path,
      value: replaced(part),
    });
    const { target, guard, actions, reenter } = transition;
    const changes: Change[] = [
      { name: `${own}, removed`, path, value: list.filter((one) => one !== transition) },
      ...actionChanges(own, [], actions).map((dropped) => ({
        ...dropped,
        path,
        value: replaced({ ...transition, actions: dropped.value }),
      })),
    ];
    if (guard !== undefined)
      changes.push(
        change(`guard ${nameOf(guard, 0)} inverted`, {
          ...transition,
          guard: not(guard as Parameters<typeof not>[0]),
        }),
      );
    if (reenter === true) changes.push(change('reenter dropped', { ...transition, reenter: false }));
    if (typeof target === 'string')
      for (const other of siblingsOf(place.root, targetKeys(place, target)))
        changes.push(
          change(`to ${other.join('.')}`, {
            ...transition,
            target: [`#${place.root.id}`, ...other].join('.'),
          }),
        );
    return changes;
  });
}

function changesOf(place: Place): Change[] {
  const { root, keys } = place;
  const node = nodeAt(root, keys);
  const path = pathOf(keys);
  const title = keys.length === 0 ? 'the machine' : keys.join('.');
  const initialOf = node.initial;
  const retargeted =
    typeof initialOf === 'string'
      ? siblingsOf(root, [...keys, initialOf]).map((other) => ({
          name: `${title} initial, to ${other.join('.')}`,
          path: [...path, 'initial'],
          value: other.at(-1),
        }))
      : [];
  const events = (['on', 'after'] as const).flatMap((kind) =>
    entriesOf(node[kind]).flatMap(([event, transitions]) =>
      transitionChanges(
        place,
        `${title} ${kind === 'after' ? 'after ' : ''}${event}`,
        [...path, kind, event],
        transitions,
      ),
    ),
  );
  const eventless = (['always', 'onDone'] as const).flatMap((kind) =>
    transitionChanges(place, `${title} ${kind}`, [...path, kind], node[kind]),
  );
  const invocations = listOf(node.invoke).flatMap((invocation, position, list) => {
    if (!isRecord(invocation)) return [];
    const own = `${title} ${invocation.id}`;
    const at = Array.isArray(node.invoke) ? [...path, 'invoke', position] : [...path, 'invoke'];
    return [
      { name: `${own} not invoked`, path: [...path, 'invoke'], value: list.filter((_, n) => n !== position) },
      ...(['onDone', 'onError', 'onSnapshot'] as const).flatMap((kind) =>
        transitionChanges(place, `${own} ${kind}`, [...at, kind], invocation[kind]),
      ),
    ];
  });
  return [
    ...retargeted,
    ...(['entry', 'exit'] as const).flatMap((kind) =>
      actionChanges(`${title} ${kind}`, [...path, kind], node[kind]),
    ),
    ...events,
    ...eventless,
    ...invocations,
    ...entriesOf(node.states).flatMap(([key]) => changesOf({ root, keys: [...keys, key] })),
  ];
}

/**
 * Returns the structural mutants of a machine, with one change each: a transition (also an initial, eventless or delayed
 * one, and one after a call) is removed or leads to another state beside its target, a guard is inverted, an action is
 * dropped, a call is not made, or a state is not entered again.
 */
export const mutantsOf = (root: NodeConfig): Mutant[] =>
  changesOf({ root, keys: [] }).map(({ name, path, value }) => {
    const config = changed(root, path, value);
    if (!isRecord(config)) throw new Error(`The mutant "${name}" has no config.`);
    // A mutant that runs in circles must fail its tests, not stop them.
    return { name, config: { ...config, options: { maxIterations: 1000 } } };
  });
