import type { ChartCoverage } from './coverage.ts';

// Asked when it is needed: charts are also read where nothing is built.
const files = () => import.meta.glob<ChartCoverage>('./coverage/*.json', { import: 'default' });

/** Fetches what the tests take of a chart; null for one that has no tests of its own. */
export const loadCoverage = async (chart: string): Promise<ChartCoverage | null> =>
  (await files()[`./coverage/${chart}.json`]?.()) ?? null;
