import { describe, expect, it } from 'vitest';
import type { AnyStateMachine, EventFrom } from 'xstate';
import { facetsOf, pathsOf, type Model } from './paths.ts';
import { coverageGaps, fullCoverage, replay, CoverageRecorder } from './replay.ts';
import { viewGoals } from './tours.ts';
import { viewDriver, type ViewScript } from './viewDriver.tsx';

/** Declares the tests of a chart's view: paths to every goal of a view, with what the user does and sees. */
export function coverView<M extends AnyStateMachine>(model: Model<M>, script: NoInfer<ViewScript<M>>): void {
  describe(`${model.machine.id} through its view`, () => {
    const recorder = new CoverageRecorder();
    const driver = viewDriver(script);
    const goals = viewGoals(
      (event) => script.does[event as EventFrom<M>['type']] !== 'elsewhere',
      (situation) => facetsOf(situation, model),
    );
    for (const path of pathsOf(model, goals)) it(`${path.title}`, () => replay(path, model, recorder, driver));
    it('takes every transition and enters every state', () => {
      expect(coverageGaps(model.machine, recorder)).toEqual(fullCoverage);
    });
    it('looks at everything that a user is said to see', () => {
      expect(driver.neverLooked()).toEqual([]);
    });
  });
}
