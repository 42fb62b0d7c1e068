import type { ChartCoverage } from './coverage.ts';

/** Fetches what the tests take of a chart; null for one that has no tests of its own. */
export const loadCoverage = async (chart: string): Promise<ChartCoverage | null> => {
  const { default: maps } = await import('virtual:coverage');
  return (maps[chart] as ChartCoverage | undefined) ?? null;
};
