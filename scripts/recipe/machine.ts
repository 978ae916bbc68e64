import type { Recipe } from './recipe';

/** A flow of one call: asking the chat service about a kit, below the kit's details. */
export const machine: Recipe = {
  limit: 3,
  apply({ create, insert }) {
    create(
      'src/machines/kit-question.machine.ts',
      `import { assign, setup } from 'xstate';
import type { Answer, Failure } from '@/contract';
import { type Caught, caught, failureOf, notProvided } from './failure';

/** Asks about a kit: \`ready → ASK → asking → answered | ready (failure)\`. */
export const kitQuestionMachine = setup({
  types: {} as {
    context: { readonly failure: Failure | null; readonly reply: string | null };
    input: undefined;
    events: { readonly type: 'ASK' };
    output: string | null;
    tags: 'busy';
  },
  actors: { ask: notProvided<Answer<'sendChatMessage'>, void>('ask') },
  actions: {
    start: assign({ failure: null }),
    fail: assign({ failure: (_, { error }: Caught) => failureOf(error) }),
    setReply: assign({ reply: (_, { reply }: { reply: string }) => reply }),
  },
}).createMachine({
  id: 'kitQuestion',
  context: { failure: null, reply: null },
  initial: 'ready',
  states: {
    ready: { on: { ASK: { target: 'asking', actions: 'start' } } },
    asking: {
      tags: 'busy',
      invoke: {
        id: 'ask',
        src: 'ask',
        onDone: {
          target: 'answered',
          actions: { type: 'setReply', params: ({ event }) => ({ reply: event.output.response }) },
        },
        onError: { target: 'ready', actions: { type: 'fail', params: caught } },
      },
    },
    answered: { type: 'final' },
  },
  output: ({ context }) => context.reply,
});
`,
    );
    create(
      'tests/machines/kit-question.test.ts',
      `import { defect, expectNoDeadEnd, expectOnEveryWalk, failure, planFor } from '@tests/support/machine-paths';
import { describe, expect, it } from 'vitest';
import { kitQuestionMachine } from '@/machines/kit-question.machine';

const plan = planFor(kitQuestionMachine, {
  input: undefined,
  events: [{ type: 'ASK' }],
  answers: { ask: [{ response: 'Hello' }] },
  errors: [failure('sendChatMessage', 500), defect],
});

describe('asking about a kit', () => {
  it('never leaves the user stuck', () => expectNoDeadEnd(plan));

  it('asks once for every press', () =>
    expectOnEveryWalk(plan, ({ calls }, walk) =>
      expect(calls).toHaveLength(walk.filter(({ type }) => type === 'ASK').length),
    ));
});
`,
    );

    const use = 'src/features/kits/kits-section.tsx';
    insert(
      use,
      "import { sanitizeHtml } from '@/lib/sanitize-html';",
      "import { operationActor } from '@/features/api/operation-actor';\nimport { useFlow } from '@/features/api/use-flow';\n",
    );
    insert(
      use,
      "import { EmptyState, Pending } from '@/ui/feedback/loading';",
      "import { kitQuestionMachine } from '@/machines/kit-question.machine';\n",
    );
    insert(
      use,
      'function KitDetails({ kit }',
      `function KitQuestion({ kit }: { kit: Kit }) {
  const [snapshot, send] = useFlow('kit-question', (store) =>
    kitQuestionMachine.provide({
      actors: { ask: operationActor(store, 'sendChatMessage', () => ({ body: { message: kit.name } })) },
    }),
  );
  return (
    <button type="button" disabled={snapshot.hasTag('busy')} onClick={() => send({ type: 'ASK' })}>
      {snapshot.context.reply ?? 'Ask about it'}
    </button>
  );
}

`,
    );
    insert(use, '    </Card>\n', '      <KitQuestion key={kit.id} kit={kit} />\n');
  },
  generates: 'scripts/machines.ts',
  tests: [
    'tests/machines/kit-question.test.ts',
    'tests/toolchain/machine-charts.test.ts',
    'tests/features/kits/kits-section.test.tsx',
  ],
  titles: ['asking about a kit', 'every machine', 'Kit Information'],
};
