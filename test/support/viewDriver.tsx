import { act, cleanup, render, screen } from '@testing-library/react';
import { StrictMode, type ReactElement } from 'react';
import type { Actor, AnyMachineSnapshot, AnyStateMachine, EventFrom, SnapshotFrom } from 'xstate';
import { brokenPageRules } from './pageRules.ts';
import type { Driver } from './replay.ts';
import { leavesOf } from './situations.ts';

export type Screen = typeof screen;

/** Returns `'elsewhere'` if the user cannot do it now, so that the event is sent instead. */
type Gesture<E> = (event: E, screen: Screen) => void | 'elsewhere' | Promise<void | 'elsewhere'>;

type Look<M extends AnyStateMachine> = (screen: Screen, snapshot: SnapshotFrom<M>) => void;

/** A state that no user sees, and why. */
export interface Hidden {
  hidden: string;
}

/**
 * For a state that this view does not show. This is checked: a step that enters only hidden states must leave the page
 * unchanged.
 */
export const hidden = (reason: string): Hidden => ({ hidden: reason });

export interface ViewScript<M extends AnyStateMachine> {
  view(actor: Actor<M>): ReactElement;
  /** What a user does to send the event; `elsewhere` for an event that does not come from this view and is sent directly. */
  does: { [T in EventFrom<M>['type']]: Gesture<Extract<EventFrom<M>, { type: T }>> | 'elsewhere' };
  /**
   * What a user sees, by leaf state, or by a state around it where all in it look the same. Exactly what paths enter is
   * listed.
   */
  sees: Record<string, Look<M> | Hidden>;
}

export interface ViewDriver<M extends AnyStateMachine> extends Driver<M> {
  /** Entries of `sees` that no path has used. */
  neverLooked(): string[];
}

const shown = () => document.body.textContent.replaceAll(/\s+/g, ' ').trim().slice(0, 400) || 'nothing';

const because = (what: string, error: unknown) =>
  new Error(`${what}: ${error instanceof Error ? error.message : String(error)}\nThe page shows: ${shown()}`, {
    cause: error,
  });

/** Replays paths through a rendered view, in StrictMode: events are user gestures, states are what the user sees. */
export function viewDriver<M extends AnyStateMachine>({ view, does, sees }: ViewScript<M>): ViewDriver<M> {
  const looked = new Set<string>();
  /** The entry of a leaf state: its own, or that of the nearest state around it. */
  const entryOf = (leaf: string): string => {
    const around = leaf.lastIndexOf('.');
    return leaf in sees || around === -1 ? leaf : entryOf(leaf.slice(0, around));
  };
  const isHidden = (leaf: string) => typeof sees[entryOf(leaf)] === 'object';
  const comparesPages = Object.values(sees).some((check) => typeof check === 'object');
  const complain = console.error;
  /** The active states after the last step, and the page where it is compared. */
  let before: { leaves: readonly string[]; page: string | null } | null = null;
  let complaints: string[] = [];
  return {
    isDirect: false,
    neverLooked: () => Object.keys(sees).filter((leaf) => !looked.has(leaf)),
    begin(actor) {
      complaints = [];
      before = null;
      console.error = (...words: unknown[]) => void complaints.push(words.map(String).join(' '));
      actor.start();
      render(<StrictMode>{view(actor)}</StrictMode>);
    },
    around: (step) => act(step),
    async send(actor, event) {
      const gesture = does[event.type as EventFrom<M>['type']];
      try {
        const isElsewhere = gesture === 'elsewhere' || (await gesture(event as never, screen)) === 'elsewhere';
        if (isElsewhere) actor.send(event as never);
      } catch (error) {
        throw because(`The user cannot do "${event.type}"`, error);
      }
    },
    look(actor) {
      const snapshot = actor.getSnapshot() as AnyMachineSnapshot;
      const leaves = leavesOf(snapshot);
      const entered = leaves.filter((leaf) => before !== null && !before.leaves.includes(leaf));
      const page = comparesPages ? document.body.innerHTML : null;
      for (const leaf of leaves) {
        const entry = entryOf(leaf);
        const check = sees[entry];
        if (!check) throw new Error(`Nothing says what a user sees in "${leaf}".\nThe page shows: ${shown()}`);
        looked.add(entry);
        if (typeof check !== 'function') {
          if (check.hidden.trim() === '') throw new Error(`"${leaf}" is hidden without a reason.`);
          continue;
        }
        try {
          check(screen, snapshot as SnapshotFrom<M>);
        } catch (error) {
          throw because(`In "${leaf}" the user does not see what they should`, error);
        }
      }
      if (entered.length > 0 && entered.every(isHidden) && page !== before?.page) {
        throw new Error(
          `${entered.map((leaf) => `"${leaf}"`).join(' and ')} should be hidden, and the page changes.\nThe page shows: ${shown()}`,
        );
      }
      before = { leaves, page };
      if (complaints.length > 0) throw new Error(`React complains: ${complaints.join('\n')}`);
      const broken = brokenPageRules();
      if (broken.length > 0) throw new Error(`In ${leaves.join(' and ')}: ${broken.join('\n')}`);
    },
    end() {
      cleanup();
      console.error = complain;
    },
  };
}
