import * as v from 'valibot';
import { resourcePath } from '../../contract/cache/resources.ts';
import type { CreateProject } from '../../contract/projects/createProject.ts';
import { projectDetailSchema, projectStatusAnswerSchema, type ProjectDetail } from '../../contract/projects/project.ts';
import { nothing, post, remove, stream } from '../http/http.ts';
import { postOnce } from '../http/postOnce.ts';

interface ByRef {
  ref: string;
}
type StatusAnswer = v.InferOutput<typeof projectStatusAnswerSchema>;

const path = ({ ref }: ByRef, command = ''): string => resourcePath({ name: 'project', params: { ref } }) + command;

export const createProject = (project: CreateProject, signal: AbortSignal): Promise<ProjectDetail> =>
  postOnce('/projects', project, projectDetailSchema, { signal });

const command =
  (name: 'pause' | 'restore' | 'restart') =>
  (project: ByRef, signal: AbortSignal): Promise<StatusAnswer> =>
    post(path(project, `/${name}`), undefined, projectStatusAnswerSchema, { signal });

export const pauseProject = command('pause');
export const restoreProject = command('restore');
export const restartProject = command('restart');

/**
 * Follows a project for as long as the platform works on it: each line of the response is the project at that moment.
 */
export async function followProject(
  project: ByRef,
  receive: (project: ProjectDetail) => void,
  signal: AbortSignal,
): Promise<void> {
  for await (const line of stream(`${path(project)}/feed`, undefined, signal))
    receive(v.parse(projectDetailSchema, line));
}

/** Deletes the project with all its data. */
export const deleteProject = (project: ByRef, signal: AbortSignal): Promise<void> =>
  remove(path(project), nothing, { signal });
