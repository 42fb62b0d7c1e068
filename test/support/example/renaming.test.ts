import { describe, expect, it } from 'vitest';
import { coverChart } from '../cover.ts';
import { faultsOf } from '../lint.ts';
import { renamingMachine } from './renaming.machine.ts';
import { renamingModel } from './renaming.model.ts';

coverChart(renamingModel);

describe('the example of the guide', () => {
  it('keeps the chart rules', () => expect(faultsOf(renamingMachine)).toEqual([]));
});
