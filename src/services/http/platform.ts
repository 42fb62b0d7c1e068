import {
  resourcePath,
  resources,
  type ResourceDefinition,
  type AnyResourceRef,
} from '../../contract/cache/resources.ts';
import { resourceSchemas } from '../../contract/cache/resourceSchemas.ts';
import { get, nothing, post } from './http.ts';

/** Reads a resource of the platform API. */
export function readResource({ ref }: { ref: AnyResourceRef }, signal: AbortSignal): Promise<unknown> {
  const { headers }: ResourceDefinition = resources[ref.name];
  return get(resourcePath(ref), resourceSchemas[ref.name], { signal, ...(headers && { headers }) });
}

/**
 * Creates the signed-in user's profile. The user does not wait for it, and the server refuses a second one, so the
 * request may be delayed.
 */
export const createProfile = (signal: AbortSignal): Promise<void> =>
  post('/profile', undefined, nothing, { base: 'api', signal, waits: true });
