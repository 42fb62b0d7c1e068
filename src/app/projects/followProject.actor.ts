import { fromCallback, type EventObject } from 'xstate';
import { failureOf } from '../../contract/common/apiError.ts';
import type { FeedEvent } from '../../machines/projects/projectStatus/projectEvents.ts';
import * as projects from '../../services/projects/projects.ts';

/** Reports what a project's feed sends, until the feed ends. */
export const followProject = fromCallback<EventObject, { ref: string }>(({ input, sendBack }) => {
  const report = (event: FeedEvent) => sendBack(event);
  const left = new AbortController();
  projects
    .followProject(input, (project) => report({ type: 'project.pushed', project }), left.signal)
    .then(
      () => report({ type: 'feed.ended', failure: null }),
      (error: unknown) => report({ type: 'feed.ended', failure: failureOf(error) }),
    );
  return () => left.abort();
});
