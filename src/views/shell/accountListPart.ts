import { floatingPart } from '../ui/floatingParts.ts';

/** The entries of the account menu, with the list that they stand in. */
export const accountListPart = floatingPart(() => import('./AccountList.tsx'));
