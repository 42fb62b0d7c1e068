import { describe, expect, it } from 'vitest';
import type { AnyStateMachine } from 'xstate';
import { pathsOf, type Model } from './paths.ts';
import { coverageGaps, fullCoverage, replay, CoverageRecorder } from './replay.ts';
import { viewDriver, type ViewScript } from './viewDriver.tsx';

/** Declares the tests of a chart's view: every path, with what the user does and sees. */
export function coverView<M extends AnyStateMachine>(model: Model<M>, script: NoInfer<ViewScript<M>>): void {
  describe(`every path of ${model.machine.id}, through its view`, () => {
    const recorder = new CoverageRecorder();
    const driver = viewDriver(script);
    for (const path of pathsOf(model)) it(`${path.title}`, () => replay(path, model, recorder, driver));
    it('takes every transition and enters every state', () => {
      expect(coverageGaps(model.machine, recorder)).toEqual(fullCoverage);
    });
    it('looks at everything that a user is said to see', () => {
      expect(driver.neverLooked()).toEqual([]);
    });
  });
}
