import { fromCallback } from 'xstate';
import type { Profile } from '../../contract/accounts/profile.ts';
import type { Failure } from '../../contract/common/apiError.ts';
import type { ResourcePort, ResourceView } from './port.ts';

/** What the cache's reading of the profile means. */
export type ProfileEvent =
  | { type: 'profile.loaded'; profile: Profile }
  | { type: 'profile.missing'; failure: Failure }
  | { type: 'profile.refused' }
  | { type: 'profile.failed'; failure: Failure };

/** Null while there is nothing settled to say. */
export function profileEventOf({ data, failure, refreshing }: ResourceView<'profile'>): ProfileEvent | null {
  if (refreshing) return null;
  if (failure) {
    if (failure.code === 404) return { type: 'profile.missing', failure };
    return failure.code === 401 ? { type: 'profile.refused' } : { type: 'profile.failed', failure };
  }
  return data ? { type: 'profile.loaded', profile: data } : null;
}

/** Keeps the profile observed in the cache and reports what becomes of it. */
export const watchProfile = fromCallback<{ type: 'none' }, { resources: ResourcePort }>(({ sendBack, input }) =>
  input.resources.watch({ name: 'profile', params: {} }, (view) => {
    const news = profileEventOf(view);
    if (news) sendBack(news);
  }),
);
