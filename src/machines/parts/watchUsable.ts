import { usableStatuses } from '../../contract/projects/projectStatus.ts';
import { watchResources } from './watchResources.ts';

/** The project's database can be asked, from now on or again. */
export interface ProjectOpened {
  type: 'project.opened';
}

/** Reports each time that a project becomes usable. */
export const watchUsable = watchResources<ProjectOpened, { ref: string }>(({ watch, report, input: { ref } }) => {
  let wasUsable = false;
  watch('project', { ref }, ({ data }) => {
    const isUsable = data !== undefined && usableStatuses.includes(data.status);
    if (isUsable && !wasUsable) report({ type: 'project.opened' });
    wasUsable = isUsable;
  });
});
