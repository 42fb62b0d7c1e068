import { floatingPart } from '../ui/floatingParts.ts';

/** The dialogs that belong to no screen, which load when one opens. */
export const ambientDialogsPart = floatingPart(() => import('./AmbientDialogs.tsx'));
