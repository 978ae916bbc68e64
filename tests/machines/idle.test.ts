import { expectNobodyGetsStuck, expectOnEveryWalk, planFor, replay } from '@tests/support/machine-paths';
import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { idleMachine } from '@/machines/idle.machine';

const minute = 60_000;
const plan = planFor(idleMachine, {
  input: { at: 0 },
  events: [
    { type: 'ACTIVITY', at: minute },
    { type: 'ACTIVITY', at: minute, elsewhere: true },
    { type: 'LOOKED_AT', at: -minute },
    { type: 'LOOKED_AT', at: 15 * minute },
    { type: 'LOOKED_AT', at: 16 * minute },
    { type: 'STAY', at: minute },
  ],
  answers: {},
  errors: [],
  ends: ['timed-out'],
});

/** Somebody who is watched over, on a clock of their own. */
function watch() {
  let now = 0;
  const actor = createActor(idleMachine, { input: { at: 0 } });
  let timeouts = 0;
  actor.on('timed-out', () => {
    timeouts += 1;
  });
  actor.start();
  return {
    wait(ms: number) {
      now += ms;
      actor.send({ type: 'LOOKED_AT', at: now });
    },
    send: (type: 'ACTIVITY' | 'LOOKED_AT' | 'STAY', at = now, elsewhere = false) =>
      actor.send(type === 'ACTIVITY' ? { type, at, elsewhere } : { type, at }),
    warned: () => actor.getSnapshot().hasTag('warning'),
    timeouts: () => timeouts,
  };
}

describe('watching over somebody who does nothing', () => {
  it('never leaves anybody stuck', () => expectNobodyGetsStuck(plan));

  it('warns after 15 minutes and not before, and gives 60 seconds to stay', () => {
    const idle = watch();
    idle.wait(15 * minute - 1);
    expect(idle.warned()).toBe(false);
    idle.wait(1);
    expect(idle.warned()).toBe(true);
    idle.wait(minute - 1);
    expect(idle.timeouts()).toBe(0);
    idle.wait(1);
    expect(idle.timeouts()).toBe(1);
  });

  it('starts the 15 minutes anew with whatever is done', () => {
    const idle = watch();
    idle.wait(14 * minute);
    idle.send('ACTIVITY');
    idle.wait(14 * minute);
    expect(idle.warned()).toBe(false);
  });

  it('takes an answer or work in another tab as a sign of life during the warning, but no moved mouse', () => {
    const idle = watch();
    idle.wait(15 * minute);
    idle.send('ACTIVITY');
    expect(idle.warned()).toBe(true);
    idle.send('ACTIVITY', 15 * minute, true);
    expect(idle.warned()).toBe(false);
    idle.wait(15 * minute);
    idle.send('STAY');
    expect(idle.warned()).toBe(false);
  });

  it.each(['ACTIVITY', 'LOOKED_AT'] as const)(
    'is not fooled by a computer whose clocks slept (%s)',
    (first) => {
      const idle = watch();
      idle.send(first, 16 * minute);
      expect(idle.timeouts()).toBe(1);
    },
  );

  it('begins anew where the clock goes back, and logs nobody out by it', () => {
    const idle = watch();
    idle.wait(-180 * minute);
    expect(idle.warned()).toBe(false);
    idle.wait(15 * minute);
    expect(idle.warned(), 'it is not stuck until the clock has caught up').toBe(true);
    idle.wait(-60 * minute);
    expect(idle.warned()).toBe(false);
    expect(idle.timeouts()).toBe(0);
    idle.wait(16 * minute);
    expect(idle.timeouts()).toBe(1);
  });

  it('says once that the time is up', async () => {
    await expectOnEveryWalk(plan, ({ emitted }) => expect(emitted.length).toBeLessThan(2));
    const late = { type: 'LOOKED_AT', at: 16 * minute };
    const { emitted } = await replay(plan, [late]);
    expect(emitted).toEqual([{ type: 'timed-out' }]);
  });
});
