/** Timings of projects, in milliseconds (specification, section 9). */
export const projectTiming = {
  projectPollMs: 5_000,
  /** The poll while a project is paused, restored and so on, because the user is waiting for it. */
  projectFollowMs: 2_000,
} as const;
