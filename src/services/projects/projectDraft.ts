import { projectDraftSchema, type ProjectDraft } from '../../contract/projects/project.ts';
import { entry, readStored, removeStored, storageUnavailable, writeStored } from '../browser/storage.ts';

const projectDraft = entry('project-draft', projectDraftSchema);

/** The draft of the new-project form, without its password. */
export const loadProjectDraft = (): ProjectDraft | null => readStored(projectDraft);

export function saveProjectDraft({ draft }: { draft: ProjectDraft }): void {
  if (!writeStored(projectDraft, draft)) throw new Error(storageUnavailable);
}

export const deleteProjectDraft = (): void => removeStored(projectDraft);
