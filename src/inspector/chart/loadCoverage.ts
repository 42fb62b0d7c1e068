import type { ChartCoverage } from './coverage.ts';

/** Fetches the test coverage of a chart; null for one without tests. */
export const loadCoverage = async (chart: string): Promise<ChartCoverage | null> => {
  const { default: maps } = await import('virtual:coverage');
  return (maps[chart] as ChartCoverage | undefined) ?? null;
};
