/** The result of a suite. A check without tests, such as the linter, counts as one. */
export interface Tally {
  passed: number;
  failed: number;
  skipped: number;
}

export const nothing: Tally = { passed: 0, failed: 0, skipped: 0 };

export const add = (a: Tally, b: Tally): Tally => ({
  passed: a.passed + b.passed,
  failed: a.failed + b.failed,
  skipped: a.skipped + b.skipped,
});

/** The part of Vitest's JSON report that is counted. */
export interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: readonly { status: string; assertionResults: readonly { status: string }[] }[];
}

/**
 * Counts a Vitest run. A file that failed without a failed test (it could not be loaded, a hook threw) counts as one
 * failure, and so does a run that failed otherwise (an error outside any test, a crash, no tests).
 */
export function tallyOf(report: VitestReport | null, exitCode: number): Tally {
  if (report === null) return { ...nothing, failed: 1 };
  const brokenFiles = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && assertionResults.every((result) => result.status !== 'failed'),
  ).length;
  const tally: Tally = {
    passed: report.numPassedTests,
    failed: report.numFailedTests + brokenFiles,
    skipped: report.numPendingTests + report.numTodoTests,
  };
  const ranNothing = tally.passed + tally.failed === 0;
  return tally.failed === 0 && (exitCode !== 0 || ranNothing) ? { ...tally, failed: 1 } : tally;
}
