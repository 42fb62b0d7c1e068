export interface Job<Result> {
  name: string;
  /** Names of jobs that must have ended, with any result. */
  after?: readonly string[];
  /** How many of the machine's lanes the job takes; a job that asks for more gets all of them. */
  lanes: number;
  run: () => Promise<Result>;
}

/** Runs jobs in parallel, in their order as far as lanes and `after` allow, and returns their results in that order. */
export async function runJobs<Result>(jobs: readonly Job<Result>[], lanes: number): Promise<Result[]> {
  const results = new Map<string, Result>();
  const waiting = new Set(jobs);
  const running = new Set<Promise<void>>();
  let free = lanes;

  const run = async (job: Job<Result>, cost: number): Promise<void> => {
    free -= cost;
    results.set(job.name, await job.run());
    free += cost;
  };
  while (waiting.size + running.size > 0) {
    for (const job of waiting) {
      const cost = Math.min(job.lanes, lanes);
      if (cost > free || (job.after ?? []).some((name) => !results.has(name))) continue;
      waiting.delete(job);
      const ending: Promise<void> = run(job, cost).finally(() => running.delete(ending));
      running.add(ending);
    }
    if (running.size === 0)
      throw new Error(`These jobs wait for one another: ${[...waiting].map(({ name }) => name).join(', ')}.`);
    await Promise.race(running);
  }
  return jobs.map(({ name }) => results.get(name) as Result);
}
