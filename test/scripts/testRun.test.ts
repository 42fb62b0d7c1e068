import { describe, expect, it } from 'vitest';
import { runJobs, type Job } from '../../scripts/test/schedule.ts';
import { add, tallyOf, type VitestReport } from '../../scripts/test/testCounts.ts';

const report = (changes: Partial<VitestReport>): VitestReport => ({
  numPassedTests: 0,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  testResults: [],
  ...changes,
});

describe('the tally of a suite', () => {
  it('counts passed, failed and skipped tests', () => {
    const failing = { status: 'failed', assertionResults: [{ status: 'failed' }, { status: 'passed' }] };
    expect(
      tallyOf(
        report({ numPassedTests: 5, numFailedTests: 1, numPendingTests: 2, numTodoTests: 1, testResults: [failing] }),
        1,
      ),
    ).toEqual({ passed: 5, failed: 1, skipped: 3 });
  });
  it('counts a file that could not be loaded, or whose hook threw, as a failure', () => {
    const unloadable = { status: 'failed', assertionResults: [] };
    const hook = { status: 'failed', assertionResults: [{ status: 'skipped' }] };
    expect(tallyOf(report({ numPassedTests: 5, testResults: [unloadable, hook] }), 1)).toMatchObject({
      passed: 5,
      failed: 2,
    });
  });
  it('counts an end with an error that no test owns as a failure', () => {
    expect(tallyOf(report({ numPassedTests: 5 }), 1)).toMatchObject({ passed: 5, failed: 1 });
  });
  it('counts a run without a report, and a run of no tests, as failures', () => {
    expect(tallyOf(null, 137)).toMatchObject({ passed: 0, failed: 1 });
    expect(tallyOf(report({}), 0)).toMatchObject({ passed: 0, failed: 1 });
    expect(tallyOf(report({ numPendingTests: 4 }), 0)).toMatchObject({ passed: 0, failed: 1, skipped: 4 });
  });
  it('adds up', () => {
    expect(add({ passed: 1, failed: 2, skipped: 3 }, { passed: 10, failed: 20, skipped: 30 })).toEqual({
      passed: 11,
      failed: 22,
      skipped: 33,
    });
  });
});

describe('the schedule', () => {
  /** Jobs that end when told to, and a record of what runs. */
  function driver() {
    const running = new Set<string>();
    const endings = new Map<string, () => void>();
    const job = (name: string, lanes: number, after: readonly string[] = []): Job<string> => ({
      name,
      lanes,
      after,
      run: async () => {
        running.add(name);
        const { promise, resolve } = Promise.withResolvers<void>();
        endings.set(name, resolve);
        await promise;
        running.delete(name);
        return `${name} done`;
      },
    });
    const end = async (name: string) => {
      endings.get(name)!();
      await new Promise<void>((resolve) => void setImmediate(resolve));
    };
    return { job, end, running: () => [...running] };
  }

  it('fills the lanes in order, lets nobody start too early, and answers in order', async () => {
    const { job, end, running } = driver();
    const all = runJobs(
      [
        job('programs', 0),
        job('lint', 1),
        job('server', 1, ['programs']),
        job('views', 1),
        job('browser', 9, ['programs', 'views']),
      ],
      2,
    );
    expect(running()).toEqual(['programs', 'lint', 'views']);
    await end('programs');
    expect(running()).toEqual(['lint', 'views']);
    await end('views');
    expect(running()).toEqual(['lint', 'server']);
    await end('server');
    expect(running()).toEqual(['lint']);
    await end('lint');
    expect(running()).toEqual(['browser']);
    await end('browser');
    await expect(all).resolves.toEqual(['programs done', 'lint done', 'server done', 'views done', 'browser done']);
  });

  it('says when jobs wait for one another', async () => {
    const { job } = driver();
    await expect(runJobs([job('a', 1, ['b']), job('b', 1, ['a'])], 2)).rejects.toThrow('wait for one another: a, b');
  });
});
