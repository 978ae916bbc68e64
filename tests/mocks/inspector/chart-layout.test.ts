import { type Box, layoutOf, type PlacedChart } from '@kitwell/mock-engine/inspector/chart-layout';
import { chartOf } from '@kitwell/mock-engine/inspector/chart-model';
import { expect, it } from 'vitest';
import type { AnyStateNode } from 'xstate';
import { allMachines } from '@/all-machines';
import { exampleMachines } from '../../../packages/mock-engine/tests/inspector/example-machines';

const cases = [...exampleMachines, ...allMachines].map((machine) => [machine.id, machine.root] as const);

const overlap = (one: Box, other: Box) =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height;

/** The texts and boxes that nothing may cover: labels, states without states inside, names of groups. */
const solid = ({ states, moves }: PlacedChart) => [
  ...states.map(({ state, header }) => ({ ...header, name: `state ${state.id}` })),
  ...moves.flatMap(({ move, labels }) =>
    labels.map((label) => ({ ...label, name: `label ${move.from} → ${move.to} ${label.transition.key}` })),
  ),
];

/** The segments of an arrow as boxes. */
const segments = ({ line }: PlacedChart['moves'][number]): Box[] =>
  line.slice(1).map((end, index) => {
    const start = line[index] ?? end;
    return {
      x: Math.min(start.x, end.x),
      y: Math.min(start.y, end.y),
      width: Math.abs(start.x - end.x),
      height: Math.abs(start.y - end.y),
    };
  });

const statesIn = (node: AnyStateNode): string[] => [node.id, ...Object.values(node.states).flatMap(statesIn)];

it.each(cases)('the chart of %s is complete and readable', (_, root) => {
  const model = chartOf(root);
  const chart = layoutOf(model);
  const texts = solid(chart);

  const states = chart.states.filter(({ state }) => state.path !== null);
  expect(states.map(({ state }) => state.id).sort()).toEqual(statesIn(root).sort());
  const transitions = [
    ...chart.states.flatMap(({ inner }) => inner),
    ...chart.moves.flatMap(({ labels }) => labels),
  ].map(({ transition }) => transition.key);
  expect([...new Set(transitions)].sort()).toEqual(model.transitions.map(({ key }) => key).sort());

  const covered = texts.flatMap((one, index) =>
    texts
      .slice(index + 1)
      .filter((other) => overlap(one, other))
      .map((other) => `${one.name} / ${other.name}`),
  );
  expect(covered, 'no text covers another').toEqual([]);

  const crossed = chart.moves.flatMap((placed) => {
    const { move, labels } = placed;
    // An arrow is hidden within its own label.
    const own = new Set([
      ...labels.map(({ transition }) => `label ${move.from} → ${move.to} ${transition.key}`),
      `state ${move.from}`,
      `state ${move.to}`,
    ]);
    const lines = segments(placed);
    return texts
      .filter((text) => !own.has(text.name) && lines.some((line) => overlap(line, text)))
      .map(({ name }) => `${move.from} → ${move.to} crosses ${name}`);
  });
  expect(crossed, 'no arrow crosses a text').toEqual([]);

  const at = new Map(chart.states.map((placed) => [placed.state.id, placed]));
  const touches = (id: string, point = { x: Number.NaN, y: Number.NaN }) => {
    const { x, y, width, height } = at.get(id) ?? { x: 0, y: 0, width: 0, height: 0 };
    return overlap(
      { x: x - 1, y: y - 1, width: width + 2, height: height + 2 },
      { ...point, width: 0, height: 0 },
    );
  };
  for (const { move, line } of chart.moves) {
    expect(touches(move.from, line[0]), `start of ${move.from} → ${move.to}`).toBe(true);
    expect(touches(move.to, line.at(-1)), `end of ${move.from} → ${move.to}`).toBe(true);
  }
  for (const { x, y, width, height } of chart.states)
    expect(x >= 0 && y >= 0 && x + width <= chart.width && y + height <= chart.height).toBe(true);
});
