import { floatingPart } from '../ui/floatingParts.ts';

/** The library of text editors is the largest part of the page: all around it is shown before. */
export const sqlEditorPart = floatingPart(() => import('./SqlEditor.tsx'));

// With the code of the page, so that what is there already is shown at once. The page says where it does not load.
sqlEditorPart.load().catch(() => undefined);
