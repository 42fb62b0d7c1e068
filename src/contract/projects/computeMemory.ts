import { computeSizeIds, type ComputeSize } from './computeSizeIds.ts';

export interface ComputeMemory {
  sharedBuffersMb: number;
  workMemMb: number;
  maintenanceWorkMemMb: number;
}

/** The smallest size with the most memory that one process can allocate to several engines. */
export const largestMemorySize = 'xlarge' satisfies ComputeSize;

/** The sizes that differ on a Basechart server, and so those that its form offers. */
export const memorySizes: readonly ComputeSize[] = computeSizeIds.slice(
  0,
  computeSizeIds.indexOf(largestMemorySize) + 1,
);

/** Memory of each size's database on a Basechart server: it doubles with every step up to the largest. */
export function computeMemory(size: ComputeSize): ComputeMemory {
  const factor = 2 ** Math.min(computeSizeIds.indexOf(size), memorySizes.length - 1);
  return { sharedBuffersMb: 8 * factor, workMemMb: Math.min(4 * factor, 32), maintenanceWorkMemMb: 16 * factor };
}
