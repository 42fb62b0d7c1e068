import type { Failure } from '../../../contract/common/apiError.ts';
import type { ProjectDetail } from '../../../contract/projects/project.ts';

/** What the cache says of one project: its detail as last read, or why it could not be read. */
export type ProjectEvent =
  | { type: 'project.loaded'; project: ProjectDetail }
  | { type: 'project.loadFailed'; failure: Failure };
