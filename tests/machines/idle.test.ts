import { expectNoDeadEnd, planFor } from '@tests/support/machine-paths';
import { describe, expect, it } from 'vitest';
import { createActor, type EventObject, fromCallback } from 'xstate';
import { type ActivityInput, idleMachine } from '@/machines/idle.machine';

const minute = 60_000;
const plan = planFor(idleMachine, {
  input: undefined,
  events: [
    { type: 'START', lastActive: null, at: 0 },
    { type: 'START', lastActive: 0, at: 16 * minute },
    { type: 'ACTIVITY', at: minute },
    { type: 'ACTIVITY', at: minute, otherTab: true },
    { type: 'TICK', at: -minute },
    { type: 'TICK', at: 15 * minute },
    { type: 'TICK', at: 16 * minute },
    { type: 'STAY', at: minute },
  ],
  services: ['activity'],
  answers: {},
  errors: [],
});

/** An idle machine with its own clock and a stored last activity. */
function watch(lastActive: number | null = 0, startedAt = 0) {
  let now = startedAt;
  const machine = idleMachine.provide({ actors: { activity: fromCallback(() => undefined) } });
  const actor = createActor(machine).start();
  actor.send({ type: 'START', lastActive, at: now });
  return {
    wait(ms: number) {
      now += ms;
      actor.send({ type: 'TICK', at: now });
    },
    send: (type: 'ACTIVITY' | 'TICK' | 'STAY', at = now, otherTab = false) =>
      actor.send(type === 'ACTIVITY' ? { type, at, otherTab } : { type, at }),
    warned: () => actor.getSnapshot().hasTag('warning'),
    ended: () => actor.getSnapshot().status === 'done',
  };
}

describe('a session that is not used', () => {
  it('always leaves the user a way on', () => expectNoDeadEnd(plan));

  it('warns after 15 minutes and not before, and gives 60 seconds to stay', () => {
    const idle = watch();
    idle.wait(15 * minute - 1);
    expect(idle.warned()).toBe(false);
    idle.wait(1);
    expect(idle.warned()).toBe(true);
    idle.wait(minute - 1);
    expect(idle.ended()).toBe(false);
    idle.wait(1);
    expect(idle.ended()).toBe(true);
  });

  it('starts the 15 minutes again with any activity', () => {
    const idle = watch();
    idle.wait(14 * minute);
    idle.send('ACTIVITY');
    idle.wait(14 * minute);
    expect(idle.warned()).toBe(false);
    expect(idle.ended()).toBe(false);
    idle.wait(minute);
    expect(idle.warned()).toBe(true);
  });

  it('takes an answer or work in another tab as activity during the warning, but no moved mouse', () => {
    const idle = watch();
    idle.wait(15 * minute);
    idle.send('ACTIVITY');
    expect(idle.warned()).toBe(true);
    idle.send('ACTIVITY', 15 * minute, true);
    expect(idle.warned()).toBe(false);
    idle.wait(15 * minute);
    idle.send('STAY');
    expect(idle.warned()).toBe(false);
    idle.wait(15 * minute - 1);
    expect(idle.warned()).toBe(false);
    idle.wait(1);
    expect(idle.warned(), 'the answer starts the 15 minutes again').toBe(true);
  });

  it('goes on where it hears late of work in another tab', () => {
    const idle = watch();
    idle.send('ACTIVITY', 16 * minute, true);
    idle.send('TICK', 17 * minute);
    expect(idle.ended()).toBe(false);
    idle.send('TICK', 32 * minute);
    expect(idle.ended()).toBe(true);
  });

  it.each(['ACTIVITY', 'TICK'] as const)('ends on a computer whose timers slept (%s)', (first) => {
    const idle = watch();
    idle.send(first, 16 * minute);
    expect(idle.ended()).toBe(true);
  });

  it('counts from then on where the clock goes back, and is not ended by it', () => {
    const idle = watch();
    idle.wait(-180 * minute);
    expect(idle.warned()).toBe(false);
    idle.wait(15 * minute);
    expect(idle.warned(), 'it does not wait until the clock has caught up').toBe(true);
    idle.wait(-60 * minute);
    expect(idle.warned()).toBe(false);
    expect(idle.ended()).toBe(false);
    idle.wait(16 * minute);
    expect(idle.ended()).toBe(true);
  });
});

describe('a page that is opened again', () => {
  it.each([
    ['nothing is stored', null, 0, false],
    ['within the limit', 0, 16 * minute - 1, false],
    ['after the limit', 0, 16 * minute, true],
    ['after a small correction of the clock', minute, 0, false],
    ['after the clock was set back by an hour', 60 * minute, 0, true],
  ])('%s: ended is %s', (_, lastActive, at, ended) => {
    expect(watch(lastActive, at).ended()).toBe(ended);
  });

  it('counts from the stored time', () => {
    const idle = watch(5 * minute, 10 * minute);
    idle.wait(10 * minute - 1);
    expect(idle.warned()).toBe(false);
    idle.wait(1);
    expect(idle.warned()).toBe(true);
  });

  it('hears of activity from the actor that it starts', () => {
    const activity = fromCallback<EventObject, ActivityInput>(({ input }) =>
      input.idle.send({ type: 'START', lastActive: 0, at: 16 * minute }),
    );
    const actor = createActor(idleMachine.provide({ actors: { activity } })).start();
    expect(actor.getSnapshot().status).toBe('done');
  });
});
