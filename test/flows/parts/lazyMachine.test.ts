import { describe, expect, it, vi } from 'vitest';
import { createActor, StateMachine } from 'xstate';
import { flowSetup } from '../../../src/machines/parts/flowSetup.ts';

const prepared = flowSetup({
  types: { events: {} as { type: 'rung' } },
  actions: { tell: () => {} },
  guards: { isHome: () => true },
});

describe('a machine of a chart', () => {
  it('builds its states when an actor first needs them, and once', () => {
    const read = vi.fn<typeof Reflect.ownKeys>(Reflect.ownKeys);
    const states = new Proxy<Record<string, object>>({ closed: {} }, { ownKeys: read });
    const provided = prepared.createMachine({ id: 'door', initial: 'closed', states }).provide({ actions: {} });
    expect(read).not.toHaveBeenCalled();
    createActor(provided).start();
    const reads = read.mock.calls.length;
    expect(reads).toBeGreaterThan(0);
    createActor(provided).start();
    expect(read).toHaveBeenCalledTimes(reads);
  });

  it('takes what it is provided with, kind by kind, and leaves the machine before as it was', () => {
    const tell = vi.fn<() => void>();
    const isHome = vi.fn<() => boolean>(() => true);
    const door = prepared.createMachine({
      id: 'door',
      initial: 'closed',
      states: { closed: { on: { rung: { guard: 'isHome', target: 'open', actions: 'tell' } } }, open: {} },
    });
    for (const machine of [door.provide({ actions: { tell } }).provide({ guards: { isHome } }), door]) {
      const actor = createActor(machine).start();
      actor.send({ type: 'rung' });
      expect(actor.getSnapshot().value).toBe('open');
    }
    expect([tell.mock.calls.length, isHome.mock.calls.length]).toEqual([1, 1]);
  });

  it('is one of XState, with the states and events of its chart', () => {
    const door = prepared.createMachine({ id: 'door', initial: 'closed', states: { closed: { on: { rung: {} } } } });
    expect(door).toBeInstanceOf(StateMachine);
    expect([door.id, Object.keys(door.states), door.root.states.closed?.machine.id]).toEqual([
      'door',
      ['closed'],
      'door',
    ]);
  });

  it('refuses a transition to nowhere when it is first used', () => {
    const door = prepared.createMachine({
      id: 'door',
      initial: 'closed',
      states: { closed: { on: { rung: 'gone' } } },
    });
    const actor = createActor(door);
    const failed = vi.fn<(error: unknown) => void>();
    actor.subscribe({ error: failed });
    actor.start();
    expect(String(failed.mock.calls[0]?.[0])).toMatch(/gone/);
  });
});
