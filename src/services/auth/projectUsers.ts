import {
  projectUserDetailSchema,
  projectUserPageSchema,
  projectUserPageSize,
  projectUserSchema,
  type NewProjectUser,
  type ProjectUser,
  type ProjectUserChange,
  type ProjectUserDetail,
  type ProjectUserPage,
  type UserEmail,
  type UserInvitation,
  type UserOrder,
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

/** A page of a project's users; `after` is the `next` of the page before. */
export const readUsers = (
  {
    filter,
    order,
    limit,
    after,
    ...project
  }: ByRef & { filter: string; order: UserOrder; limit: number; after: string | null },
  signal: AbortSignal,
): Promise<ProjectUserPage> => {
  const query = new URLSearchParams({
    ...(filter !== '' && { filter }),
    ...(order !== 'newest' && { order }),
    ...(limit !== projectUserPageSize && { limit: String(limit) }),
    ...(after !== null && { after }),
  });
  return get(`${listPath(project)}${query.size > 0 ? `?${query.toString()}` : ''}`, projectUserPageSchema, { signal });
};

export const createUser = (
  { user, ...project }: ByRef & { user: NewProjectUser },
  signal: AbortSignal,
): Promise<ProjectUser> => post(listPath(project), user, projectUserSchema, { signal });

/** Sends an invitation, and adds the user if there is none yet. */
export const inviteUser = (
  { invitation, ref }: ByRef & { invitation: UserInvitation },
  signal: AbortSignal,
): Promise<ProjectUser> =>
  post(`/auth/${encodeURIComponent(ref)}/invitations`, invitation, projectUserSchema, { signal });

export const readUser = (user: ById, signal: AbortSignal): Promise<ProjectUserDetail> =>
  get(userPath(user), projectUserDetailSchema, { signal });

export const changeUser = (
  { change, ...user }: ById & { change: ProjectUserChange },
  signal: AbortSignal,
): Promise<ProjectUser> => patch(userPath(user), change, projectUserSchema, { signal });

export const deleteUser = (user: ById, signal: AbortSignal): Promise<void> =>
  remove(userPath(user), nothing, { signal });

export const sendUserEmail = ({ email, ...user }: ById & { email: UserEmail }, signal: AbortSignal): Promise<void> =>
  post(`${userPath(user)}/emails`, { type: email }, nothing, { signal });

export const removeUserFactor = ({ factor, ...user }: ById & { factor: string }, signal: AbortSignal): Promise<void> =>
  remove(`${userPath(user)}/factors/${encodeURIComponent(factor)}`, nothing, { signal });

/** Ends one session of a user; all without an id. */
export const endUserSession = (
  { session, ...user }: ById & { session: string | null },
  signal: AbortSignal,
): Promise<void> =>
  remove(`${userPath(user)}/sessions${session === null ? '' : `/${encodeURIComponent(session)}`}`, nothing, { signal });
