import { describe, expect, it } from 'vitest';
import { createMachine } from 'xstate';
import { toMermaid } from '../../scripts/lib/mermaid';

const machine = createMachine({
  id: 'kit',
  initial: 'packed',
  states: {
    packed: { on: { SEND: { guard: 'hasAddress', target: 'sending' } } },
    sending: {
      tags: ['busy'],
      invoke: { id: 'sendKit', src: 'sendKit', onDone: 'sent', onError: 'packed' },
    },
    sent: { type: 'final' },
  },
});

describe('the chart of a machine', () => {
  const lines = toMermaid(machine.root)
    .split('\n')
    .map((line) => line.trim());

  it('shows where it starts and where it ends', () => {
    expect(lines).toEqual(expect.arrayContaining(['[*] --> kit_packed', 'kit_sent --> [*]']));
  });

  it('shows what may happen, and under which condition', () => {
    expect(lines).toContain('kit_packed --> kit_sending : SEND [hasAddress]');
  });

  it('shows who is called in a busy state and both ways out of it', () => {
    expect(lines).toContain('state "sending (busy) / sendKit" as kit_sending');
    expect(lines).toContain('kit_sending --> kit_sent : sendKit done');
    expect(lines).toContain('kit_sending --> kit_packed : sendKit failed');
  });
});
