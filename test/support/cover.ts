import { describe, expect, it } from 'vitest';
import type { AnyStateMachine } from 'xstate';
import { pathSuite } from './coverage.ts';
import { keepEvidence } from './pathEvidence.ts';
import { PathOutcome } from './pathOutcome.ts';
import { pathsOf, type Model } from './paths.ts';
import { coverageGaps, fullCoverage, replay, CoverageRecorder } from './replay.ts';

/** Declares the tests of a chart: one for every path of its model, and one that checks that nothing was missed. */
export function coverChart<M extends AnyStateMachine>(model: Model<M>): void {
  // A run that only records what scenarios take needs no paths.
  if (process.env['BASECHART_SCENARIOS_ONLY'] !== undefined) return;
  describe(`${pathSuite(model.machine.id)}`, () => {
    const recorder = new CoverageRecorder();
    const paths = pathsOf(model);
    keepEvidence(model.machine.id, paths);
    const outcome = new PathOutcome();
    for (const path of paths) it(`${path.title}`, () => outcome.of(replay(path, model, recorder)));
    it('takes every transition and enters every state', ({ skip }) => {
      skip(outcome.hasFailed, 'A path failed');
      expect(coverageGaps(model.machine, recorder)).toEqual(fullCoverage);
    });
    it('puts every invariant to the proof', ({ skip }) => {
      skip(outcome.hasFailed, 'A path failed');
      expect(model.invariants?.map(({ says }) => says).filter((says) => !recorder.proven.has(says)) ?? []).toEqual([]);
    });
  });
}
