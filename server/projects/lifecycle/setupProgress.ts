import type { ProjectSetup } from '../../../src/contract/projects/project.ts';
import type { SetupStep } from '../../../src/contract/projects/setupSteps.ts';

/** The steps of a setup that is under way, with their times. */
export class SetupProgress {
  readonly #begunAt = performance.now();
  readonly #ended: number[] = [];
  #stepBegunAt = this.#begunAt;
  #step: SetupStep;

  constructor(step: SetupStep) {
    this.#step = step;
  }

  get step(): SetupStep {
    return this.#step;
  }

  /** The step before has ended. */
  begin(step: SetupStep): void {
    const now = performance.now();
    this.#ended.push(Math.round(now - this.#stepBegunAt));
    this.#stepBegunAt = now;
    this.#step = step;
  }

  describe(): ProjectSetup {
    return {
      ended_ms: [...this.#ended],
      elapsed_ms: Math.round(performance.now() - this.#begunAt),
    };
  }
}
