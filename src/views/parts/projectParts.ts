import { floatingPart, floatingParts } from '../ui/floatingParts.ts';

/** What few visits to a project show. */
export const projectParts = {
  unavailable: floatingPart(() => import('./UnavailableCards.tsx')),
  confirmations: floatingPart(async () => {
    const [confirmations] = await Promise.all([import('./ProjectConfirmations.tsx'), floatingParts.dialog.load()]);
    return confirmations;
  }),
};
