/** One measured thing, as it stands in the results. */
export interface Figure {
  name: string;
  /** What was measured, once per attempt. */
  samples: readonly number[];
  unit: 's' | 'ms' | 'kB' | 'MB' | 'fps' | '×' | '%' | '';
  /** What it is held to, where it is. */
  limit?: { atMost: number } | { atLeast: number };
}

export const median = (samples: readonly number[]): number => {
  const sorted = samples.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
};

/** The value that this share of the samples does not exceed; 0 without samples. */
export const percentile = (samples: readonly number[], share: number): number =>
  samples.toSorted((a, b) => a - b)[Math.max(0, Math.ceil((samples.length * share) / 100) - 1)] ?? 0;

const round = (value: number, unit: Figure['unit']): string =>
  value.toLocaleString('en-US', { maximumFractionDigits: unit === '×' ? 2 : value < 100 ? 1 : 0 });

const withUnit = (value: number, unit: Figure['unit']): string =>
  `${round(value, unit)}${unit === '' ? '' : ` ${unit}`}`;

/** Whether the median keeps the limit; null where there is none. */
export function keepsLimit({ samples, limit }: Figure): boolean | null {
  if (limit === undefined) return null;
  return 'atMost' in limit ? median(samples) <= limit.atMost : median(samples) >= limit.atLeast;
}

export function row(figure: Figure): string {
  const { name, samples, unit, limit } = figure;
  const spread =
    samples.length === 1
      ? ''
      : `${round(Math.min(...samples), unit)} to ${round(Math.max(...samples), unit)} in ${samples.length}`;
  const held =
    limit === undefined
      ? ''
      : `${'atMost' in limit ? `≤ ${withUnit(limit.atMost, unit)}` : `≥ ${withUnit(limit.atLeast, unit)}`} ${keepsLimit(figure) ? '✓' : '✗'}`;
  return `| ${name} | ${withUnit(median(samples), unit)} | ${spread} | ${held} |`;
}

export const table = (figures: readonly Figure[]): string =>
  ['| | Median | Spread | Held to |', '| --- | ---: | --- | --- |', ...figures.map(row)].join('\n');
