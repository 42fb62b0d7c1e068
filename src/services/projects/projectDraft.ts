import type { ProjectDraft } from '../../contract/projects/project.ts';
import { readStored, removeStored, writeStored } from '../browser/storage.ts';

/** The project that is being filled in, without its password. */
export const recallProjectDraft = (): ProjectDraft | null => readStored('projectDraft');

export function keepProjectDraft({ draft }: { draft: ProjectDraft }): void {
  if (!writeStored('projectDraft', draft)) throw new Error('The browser has no room for a draft.');
}

export const forgetProjectDraft = (): void => removeStored('projectDraft');
