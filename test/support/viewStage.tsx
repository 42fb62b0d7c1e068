import { act, cleanup, render, screen } from '@testing-library/react';
import { StrictMode, type ReactElement } from 'react';
import type { Actor, AnyMachineSnapshot, AnyStateMachine, EventFrom, SnapshotFrom } from 'xstate';
import type { Stage } from './replay.ts';
import { activeNodes } from '../../src/machines/chart/statechart.ts';

export type Screen = typeof screen;

/** Paths of the active states that hold no other state. */
const activeLeaves = (snapshot: AnyMachineSnapshot): string[] =>
  activeNodes(snapshot).filter(({ type }) => type === 'atomic' || type === 'final').map(({ path }) => path.join('.'));

export interface ViewScript<M extends AnyStateMachine> {
  view(actor: Actor<M>): ReactElement;
  /** What a user does to make the event; events without an entry come from elsewhere and are sent. */
  does: { [T in EventFrom<M>['type']]?: (event: Extract<EventFrom<M>, { type: T }>, screen: Screen) => void | Promise<void> };
  /** What a user sees, by leaf state. Every leaf the paths enter must be listed. */
  sees: Record<string, (screen: Screen, snapshot: SnapshotFrom<M>) => void>;
}

export function viewStage<M extends AnyStateMachine>({ view, does, sees }: ViewScript<M>): Stage<M> & { looked: Set<string> } {
  const looked = new Set<string>();
  return {
    looked,
    begin(actor) {
      actor.start();
      cleanup();
      render(<StrictMode>{view(actor)}</StrictMode>);
    },
    around: (step) => act(step),
    async send(actor, event) {
      const gesture = does[event.type as EventFrom<M>['type']];
      if (gesture) await gesture(event as never, screen);
      else actor.send(event as never);
    },
    look(actor) {
      const snapshot = actor.getSnapshot() as AnyMachineSnapshot;
      for (const id of activeLeaves(snapshot)) {
        const check = sees[id];
        if (!check) throw new Error(`Nothing says what a user sees in "${id}".`);
        looked.add(id);
        check(screen, snapshot as SnapshotFrom<M>);
      }
    },
  };
}
