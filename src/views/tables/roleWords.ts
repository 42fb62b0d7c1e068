import { viewAsWords, type ViewAs } from '../../contract/tables/viewAs.ts';

/** Whom rows are seen and changed as. */
export const roleWords = (viewAs: ViewAs | null | undefined): string => (viewAs ? viewAsWords(viewAs) : 'yourself');
