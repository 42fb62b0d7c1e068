import { describe, expect, it } from 'vitest';
import type { AnyStateMachine } from 'xstate';
import { pathsOf, type Model } from './paths.ts';
import { coverageGaps, nothingMissed, replay, Witness } from './replay.ts';
import { viewStage, type ViewScript } from './viewStage.tsx';

/** Declares the tests of a chart's view: every path as a user's doing and seeing. */
export function coverView<M extends AnyStateMachine>(model: Model<M>, script: ViewScript<M>): void {
  describe(`every path of ${model.machine.id}, through its view`, () => {
    const witness = new Witness();
    const stage = viewStage(script);
    for (const path of pathsOf(model)) it(`${path.description}`, () => replay(path, model, witness, stage));
    it('takes every transition and enters every state', () => {
      expect(coverageGaps(model.machine, witness)).toEqual(nothingMissed);
    });
    it('looks at everything that a user is said to see', () => {
      expect(stage.neverLooked()).toEqual([]);
    });
  });
}
