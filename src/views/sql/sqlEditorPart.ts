import { floatingPart } from '../ui/floatingParts.ts';

/** The library of text editors is the largest part of the page: all around it is shown before. */
export const sqlEditorPart = floatingPart(() => import('./SqlEditor.tsx'));
