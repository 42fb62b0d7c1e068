import { computeSizeIds, type ComputeSize } from './computeSizeIds.ts';

export interface ComputeMemory {
  sharedBuffersMb: number;
  workMemMb: number;
  maintenanceWorkMemMb: number;
}

/** The smallest size with the most memory that one process can allocate to several engines. */
export const largestMemorySize = 'xlarge' satisfies ComputeSize;

/** Memory of each size's database on a Basechart server: it doubles with every step up to the largest. */
export function computeMemory(size: ComputeSize): ComputeMemory {
  const factor = 2 ** Math.min(computeSizeIds.indexOf(size), computeSizeIds.indexOf(largestMemorySize));
  return { sharedBuffersMb: 8 * factor, workMemMb: Math.min(4 * factor, 32), maintenanceWorkMemMb: 16 * factor };
}
