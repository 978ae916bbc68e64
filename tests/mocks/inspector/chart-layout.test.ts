import { describe, expect, it } from 'vitest';
import type { AnyStateNode } from 'xstate';
import { allMachines } from '@/all-machines';
import { type Box, layoutOf, type PlacedChart } from '@/mocks/inspector/chart-layout';
import { chartOf } from '@/mocks/inspector/chart-model';
import { exampleMachines } from './example-machines';

/** In a narrow room charts grow downwards, in a wide one to the right. */
const rooms = [390, 4000];
const cases = [...exampleMachines, ...allMachines].flatMap((machine) =>
  rooms.map((room) => [machine.id, room, machine.root] as const),
);

const overlap = (one: Box, other: Box) =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height;

interface Named extends Box {
  readonly name: string;
}

/** The texts and boxes that nothing may cover: labels, states without states inside, names of groups. */
function solid({ states, moves }: PlacedChart): Named[] {
  return [
    ...states.map(({ state, header }) => ({ ...header, name: `state ${state.id}` })),
    ...moves.flatMap(({ move, labels }) =>
      labels.map((label) => ({ ...label, name: `label ${move.from} → ${move.to} ${label.transition.key}` })),
    ),
  ];
}

/** The segments of an arrow as boxes. Within its own label it is hidden. */
function segments({ line }: PlacedChart['moves'][number]): Box[] {
  return line.slice(1).map((end, index) => {
    const start = line[index] ?? end;
    return {
      x: Math.min(start.x, end.x),
      y: Math.min(start.y, end.y),
      width: Math.abs(start.x - end.x),
      height: Math.abs(start.y - end.y),
    };
  });
}

const statesIn = (node: AnyStateNode): string[] => [
  node.id,
  ...Object.values(node.states).flatMap((child) => statesIn(child)),
];

describe.each(cases)('the chart of %s in a room of %i px', (_, room, root) => {
  const model = chartOf(root);
  const chart = layoutOf(model, room);
  const texts = solid(chart);

  it('has every state, and every transition once for each of its arrows', () => {
    const states = chart.states.filter(({ state }) => state.path !== null);
    expect(states.map(({ state }) => state.id).sort()).toEqual(statesIn(root).sort());
    const shown = [
      ...chart.states.flatMap(({ inner }) => inner),
      ...chart.moves.flatMap(({ labels }) => labels),
    ].map(({ transition }) => transition.key);
    expect([...new Set(shown)].sort()).toEqual(model.transitions.map(({ key }) => key).sort());
  });

  it('has no two states or labels over each other', () => {
    const covered = texts.flatMap((one, index) =>
      texts
        .slice(index + 1)
        .filter((other) => overlap(one, other))
        .map((other) => `${one.name} / ${other.name}`),
    );
    expect(covered).toEqual([]);
  });

  it('has no arrow across a label or a state that is not its own', () => {
    const crossed = chart.moves.flatMap((placed) => {
      const { move, labels } = placed;
      const own = new Set([
        ...labels.map(({ transition }) => `label ${move.from} → ${move.to} ${transition.key}`),
        `state ${move.from}`,
        `state ${move.to}`,
      ]);
      const lines = segments(placed);
      return texts
        .filter(({ name }) => !own.has(name))
        .filter((text) => lines.some((line) => overlap(line, text)))
        .map(({ name }) => `${move.from} → ${move.to} crosses ${name}`);
    });
    expect(crossed).toEqual([]);
  });

  it('starts and ends each arrow at its states, and stays within the chart', () => {
    const at = new Map(chart.states.map((placed) => [placed.state.id, placed]));
    const touches = (box: Box | undefined, point: { x: number; y: number } | undefined) =>
      box !== undefined &&
      point !== undefined &&
      overlap(
        { x: box.x - 1, y: box.y - 1, width: box.width + 2, height: box.height + 2 },
        { ...point, width: 0, height: 0 },
      );
    for (const { move, line } of chart.moves) {
      expect(touches(at.get(move.from), line[0]), `start of ${move.from} → ${move.to}`).toBe(true);
      expect(touches(at.get(move.to), line.at(-1)), `end of ${move.from} → ${move.to}`).toBe(true);
      expect(line.every(({ x, y }) => x >= 0 && y >= 0 && x <= chart.width && y <= chart.height)).toBe(true);
    }
    for (const { x, y, width, height, state } of chart.states) {
      expect(x >= 0 && y >= 0 && x + width <= chart.width && y + height <= chart.height).toBe(true);
      const parent = state.parent === null ? undefined : at.get(state.parent);
      if (parent) expect(x >= parent.x && x + width <= parent.x + parent.width, state.id).toBe(true);
    }
  });
});
