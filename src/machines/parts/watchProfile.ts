import type { Profile } from '../../contract/accounts/profile.ts';
import type { Failure } from '../../contract/common/apiError.ts';
import { cannotFail } from './failure.ts';
import type { ResourcePort, ResourceView } from './port.ts';
import { watchResources } from './watchResources.ts';

/** Events that the cached profile leads to. */
export type ProfileEvent =
  | { type: 'profile.loaded'; profile: Profile }
  | { type: 'profile.missing'; failure: Failure }
  | { type: 'profile.refused' }
  | { type: 'profile.failed'; failure: Failure };

/** Null while the result is not settled. */
function profileEventOf({ data, failure, refreshing }: ResourceView<'profile'>): ProfileEvent | null {
  if (refreshing) return null;
  if (failure) {
    if (failure.code === 404) return { type: 'profile.missing', failure };
    return failure.code === 401 ? { type: 'profile.refused' } : { type: 'profile.failed', failure };
  }
  return data ? { type: 'profile.loaded', profile: data } : null;
}

/** Reports the cached profile's changes. */
export const watchProfile = watchResources<ProfileEvent>(({ watch, report }) =>
  watch('profile', {}, (view) => {
    const news = profileEventOf(view);
    if (news) report(news);
  }),
);

/** The invoke of a machine that follows the profile as long as it runs. */
export const followProfile = {
  id: 'profile',
  src: 'watchProfile',
  input: ({ context: { resources } }: { context: { resources: ResourcePort } }) => ({ resources }),
  onError: cannotFail.watching,
} as const;
