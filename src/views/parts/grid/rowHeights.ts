import type { Density } from '../../../contract/shell/appearance.ts';

/** Height of a row, in pixels. */
export const rowHeights: Readonly<Record<Density, number>> = { comfortable: 28, compact: 24 };
