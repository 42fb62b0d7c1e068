/** Timings of projects, in milliseconds (specification, section 9). */
export const projectTiming = {
  projectPollMs: 5_000,
  /** The poll while a project is paused, restored and so on, because the user is waiting for it. */
  projectFollowMs: 2_000,
  /** How long a new project may take to be ready before the user sees its setup. */
  setupWaitMs: 1_500,
} as const;
