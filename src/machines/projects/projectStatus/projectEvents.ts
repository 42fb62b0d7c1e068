import type { Failure } from '../../../contract/common/apiError.ts';
import type { ProjectDetail } from '../../../contract/projects/project.ts';

/** Events about one project: its detail, or why it could not be read. */
export type ProjectEvent =
  | { type: 'project.loaded'; project: ProjectDetail }
  | { type: 'project.loadFailed'; failure: Failure };

/** Events of a project's feed. */
export type FeedEvent =
  | { type: 'project.pushed'; project: ProjectDetail }
  /** `failure` is null where the platform ended it. */
  | { type: 'feed.ended'; failure: Failure | null };
