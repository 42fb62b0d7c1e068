import {
  projectUserPageSchema,
  projectUserSchema,
  type NewProjectUser,
  type ProjectUser,
  type ProjectUserChange,
  type ProjectUserPage,
} from '../../contract/auth/projectUser.ts';
import { get, nothing, patch, post, remove } from '../http/http.ts';

interface ByRef {
  ref: string;
}
interface ById extends ByRef {
  id: string;
}

const listPath = ({ ref }: ByRef): string => `/auth/${encodeURIComponent(ref)}/users`;
const userPath = ({ id, ...project }: ById): string => `${listPath(project)}/${encodeURIComponent(id)}`;

/** A page of a project's users, the newest first; `after` is the `next` of the page before. */
export const readUsers = (
  { filter, after, ...project }: ByRef & { filter: string; after: string | null },
  signal: AbortSignal,
): Promise<ProjectUserPage> => {
  const query = new URLSearchParams({ ...(filter !== '' && { filter }), ...(after !== null && { after }) });
  return get(`${listPath(project)}${query.size > 0 ? `?${query.toString()}` : ''}`, projectUserPageSchema, { signal });
};

export const createUser = (
  { user, ...project }: ByRef & { user: NewProjectUser },
  signal: AbortSignal,
): Promise<ProjectUser> => post(listPath(project), user, projectUserSchema, { signal });

/** Bans a user, or lifts the ban. */
export const changeUser = ({ banned, ...user }: ById & ProjectUserChange, signal: AbortSignal): Promise<ProjectUser> =>
  patch(userPath(user), { banned }, projectUserSchema, { signal });

export const deleteUser = (user: ById, signal: AbortSignal): Promise<void> =>
  remove(userPath(user), nothing, { signal });
