import { describe, expect, it } from 'vitest';
import type { AnyStateMachine, EventFrom } from 'xstate';
import { PathOutcome } from './pathOutcome.ts';
import { facetsOf, pathsOf, type Model } from './paths.ts';
import { coverageGaps, fullCoverage, replay, CoverageRecorder } from './replay.ts';
import { viewGoals } from './tours.ts';
import { viewDriver, type ViewScript } from './viewDriver.tsx';

/**
 * Declares the tests of a chart's view: paths to every goal of a view, with what the user does and sees. Where the view
 * differs with the input, `others` are models with other inputs, whose paths are walked too.
 */
export function coverView<M extends AnyStateMachine>(
  model: Model<M>,
  script: NoInfer<ViewScript<M>>,
  others: Readonly<Record<string, NoInfer<Model<M>>>> = {},
): void {
  describe(`${model.machine.id} through its view`, () => {
    const recorder = new CoverageRecorder();
    const outcome = new PathOutcome();
    const driver = viewDriver(script);
    const walk = (covered: Model<M>, into: CoverageRecorder) => {
      const goals = viewGoals(
        (event) => script.does[event as EventFrom<M>['type']] !== 'elsewhere',
        (situation) => facetsOf(situation, covered),
      );
      for (const path of pathsOf(covered, goals))
        it(`${path.title}`, () => outcome.of(replay(path, covered, into, driver)));
    };
    walk(model, recorder);
    for (const [name, other] of Object.entries(others)) {
      describe(`${name}`, () => {
        walk(other, new CoverageRecorder());
      });
    }
    it('takes every transition and enters every state', ({ skip }) => {
      skip(outcome.hasFailed, 'A path failed');
      expect(coverageGaps(model.machine, recorder)).toEqual(fullCoverage);
    });
    it('looks at everything that a user is said to see', ({ skip }) => {
      skip(outcome.hasFailed, 'A path failed');
      expect(driver.neverLooked()).toEqual([]);
    });
  });
}
