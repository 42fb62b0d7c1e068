import { computeSizeIds, type ComputeSize } from '../../../src/contract/projects/computeSizes.ts';
import type { MemorySettings } from '../engines/embedded/configuration.ts';

/**
 * Memory of each size's database: it doubles with every step, up to what one process can allocate to several engines.
 */
export function computeMemory(size: ComputeSize): MemorySettings {
  const factor = 2 ** Math.min(computeSizeIds.indexOf(size), 4);
  return { sharedBuffersMb: 8 * factor, workMemMb: Math.min(4 * factor, 32), maintenanceWorkMemMb: 16 * factor };
}
