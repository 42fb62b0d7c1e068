import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { allCharts, root } from '../../scripts/statecharts/charts.ts';
import { faultsOf } from '../support/lint.ts';
import { sourceFaultsOf } from '../support/sourceLint.ts';

describe.each(await allCharts())('$id', ({ file, machine }) => {
  it('keeps the chart rules', () => {
    expect(faultsOf(machine)).toEqual([]);
  });
  it('reaches the world through actors only', () => {
    expect(sourceFaultsOf(readFileSync(resolve(root, file), 'utf8'))).toEqual([]);
  });
});
