import { floatingPart } from '../ui/floatingParts.ts';

/** The import of files and pasted rows. It loads when it first opens. */
export const importPanelPart = floatingPart(() => import('./ImportPanel.tsx'));
