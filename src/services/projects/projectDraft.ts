import type { ProjectDraft } from '../../contract/projects/project.ts';
import { readStored, removeStored, storageUnavailable, writeStored } from '../browser/storage.ts';

/** The draft of the new-project form, without its password. */
export const loadProjectDraft = (): ProjectDraft | null => readStored('projectDraft');

export function saveProjectDraft({ draft }: { draft: ProjectDraft }): void {
  if (!writeStored('projectDraft', draft)) throw new Error(storageUnavailable);
}

export const deleteProjectDraft = (): void => removeStored('projectDraft');
