import { nothing, remove } from '../http/http.ts';

/** Signs one of the user's devices out. */
export const endSession = ({ id }: { id: string }, signal: AbortSignal): Promise<void> =>
  remove(`/profile/sessions/${encodeURIComponent(id)}`, nothing, { signal });

/** Signs all of the user's devices out but this one. */
export const endOtherSessions = (signal: AbortSignal): Promise<void> =>
  remove('/profile/sessions', nothing, { signal });
