import type { InferOutput } from 'valibot';
import {
  projectDetailSchema,
  projectStatusAnswerSchema,
  type CreateProject,
  type ProjectDetail,
} from '../../contract/projects/project.ts';
import { nothing, post, remove } from '../http/http.ts';

interface ByRef {
  ref: string;
}
type StatusAnswer = InferOutput<typeof projectStatusAnswerSchema>;

const path = ({ ref }: ByRef, command = ''): string => `/projects/${encodeURIComponent(ref)}${command}`;

export const createProject = (project: CreateProject, signal: AbortSignal): Promise<ProjectDetail> =>
  post('/projects', project, projectDetailSchema, { signal });

const command =
  (name: 'pause' | 'restore' | 'restart') =>
  (project: ByRef, signal: AbortSignal): Promise<StatusAnswer> =>
    post(path(project, `/${name}`), undefined, projectStatusAnswerSchema, { signal });

export const pauseProject = command('pause');
export const restoreProject = command('restore');
export const restartProject = command('restart');

/** Deletes the project with all its data. */
export const deleteProject = (project: ByRef, signal: AbortSignal): Promise<void> =>
  remove(path(project), nothing, { signal });
