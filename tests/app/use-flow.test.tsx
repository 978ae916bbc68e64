import { act, render, screen, waitFor } from '@testing-library/react';
import { WithApp } from '@tests/support/app';
import { StrictMode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { describe, expect, it, vi } from 'vitest';
import { assign, emit, setup } from 'xstate';
import { getApp } from '@/app/app';
import { useFlow, useFlowEnd, useFlowEvents } from '@/app/use-flow';

interface Emitted {
  readonly type: 'counted';
  readonly count: number;
}

/** Counts until END. */
const counting = setup({
  types: {} as {
    input: { readonly from: number };
    context: { readonly count: number };
    events: { readonly type: 'COUNT' | 'END' };
    emitted: Emitted;
    output: { readonly counted: number };
  },
}).createMachine({
  context: ({ input }) => ({ count: input.from }),
  initial: 'counting',
  states: {
    counting: {
      on: {
        COUNT: {
          actions: [
            assign({ count: ({ context }) => context.count + 1 }),
            emit(({ context }) => ({ type: 'counted', count: context.count })),
          ],
        },
        END: 'ended',
      },
    },
    ended: { type: 'final' },
  },
  output: ({ context }) => ({ counted: context.count }),
});

const connect = vi.fn(() => counting);
const onEnd = vi.fn();
const onCounted = vi.fn();

function Counter({ note }: { readonly note?: string }) {
  const [snapshot, send, actor] = useFlow('counter', connect, { from: 5 });
  useFlowEnd(actor, onEnd);
  useFlowEvents(actor, { counted: ({ count }) => onCounted(count, note) });
  return (
    <>
      <output>{snapshot.context.count}</output>
      {(['COUNT', 'END'] as const).map((type) => (
        <button key={type} type="button" onClick={() => send({ type })}>
          {type}
        </button>
      ))}
    </>
  );
}

const page = (part: React.ReactNode) => (
  <MemoryRouter>
    <WithApp>{part}</WithApp>
  </MemoryRouter>
);
const press = (name: string) => act(() => screen.getByRole('button', { name }).click());
const running = () => Object.keys(getApp().actor.getSnapshot().children.flows?.getSnapshot().children ?? {});

describe('the flow of a screen', () => {
  it('starts once with its input, although a component is mounted twice in development', async () => {
    connect.mockClear();
    render(<StrictMode>{page(<Counter />)}</StrictMode>);
    expect(screen.getByRole('status')).toHaveTextContent('5');
    await act(() => Promise.resolve());
    press('COUNT');
    expect(screen.getByRole('status')).toHaveTextContent('6');
    expect(running()).toHaveLength(1);
  });

  it('stops when its screen is left, without an end', async () => {
    onEnd.mockClear();
    const { rerender } = render(page(<Counter />));
    expect(running()).toEqual([expect.stringMatching(/^counter/)]);
    rerender(page(null));
    await waitFor(() => expect(running()).toEqual([]));
    expect(onEnd).not.toHaveBeenCalled();
  });

  it('goes on while its screen is rendered again', async () => {
    const { rerender } = render(page(<Counter />));
    press('COUNT');
    rerender(page(<Counter note="again" />));
    await act(() => Promise.resolve());
    expect(screen.getByRole('status')).toHaveTextContent('6');
    press('COUNT');
    expect(screen.getByRole('status')).toHaveTextContent('7');
  });

  it('reports its end once, with its output, and takes no event afterwards', () => {
    onEnd.mockClear();
    render(page(<Counter />));
    press('COUNT');
    press('END');
    expect(onEnd.mock.calls).toEqual([[{ counted: 6 }]]);
    // A second press comes before the screen has closed; XState would warn of the event.
    press('COUNT');
    press('END');
    expect(screen.getByRole('status')).toHaveTextContent('6');
    expect(onEnd).toHaveBeenCalledOnce();
  });

  it('passes what it emits to the newest handler of its type, until the screen is left', () => {
    onCounted.mockClear();
    const { rerender, unmount } = render(page(<Counter note="first" />));
    press('COUNT');
    rerender(page(<Counter note="second" />));
    press('COUNT');
    expect(onCounted.mock.calls).toEqual([
      [6, 'first'],
      [7, 'second'],
    ]);
    unmount();
  });

  it('is subscribed to once, although its component is mounted twice in development', () => {
    onCounted.mockClear();
    onEnd.mockClear();
    render(<StrictMode>{page(<Counter />)}</StrictMode>);
    press('COUNT');
    press('END');
    expect(onCounted).toHaveBeenCalledOnce();
    expect(onEnd).toHaveBeenCalledOnce();
  });
});
