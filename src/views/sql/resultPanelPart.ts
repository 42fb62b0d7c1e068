import { floatingPart } from '../ui/floatingParts.ts';

/** The grid of a result, which loads while the first query runs. */
export const resultPanelPart = floatingPart(async () => ({ default: (await import('./ResultPanel.tsx')).ResultPanel }));
