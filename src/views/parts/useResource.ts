import { useSelector } from '@xstate/react';
import { useEffect, useMemo } from 'react';
import {
  resourceKey,
  type AnyResourceRef,
  type ResourceData,
  type ResourceName,
  type ResourceParams,
} from '../../contract/cache/resources.ts';
import type { Failure } from '../../contract/common/apiError.ts';
import { selectCache } from '../../machines/app/app.selectors.ts';
import { selectEntry } from '../../machines/cache/cache/cache.selectors.ts';
import { selectData, selectFailure, selectIsReading } from '../../machines/cache/resource/resource.selectors.ts';
import { useApp } from './app.context.ts';

interface Known {
  refreshing: boolean;
  retry(): void;
}

/** A resource as a view shows it. `ready` may carry the failure of a refresh beside the old data. */
export type Resource<Name extends ResourceName> = Known &
  (
    | { state: 'loading'; data: undefined; failure: null }
    | { state: 'ready'; data: ResourceData<Name>; failure: Failure | null }
    | { state: 'failed'; data: undefined; failure: Failure }
  );

/** The parameters may be left out where the path has none. */
type ResourceArguments<Name extends ResourceName> =
  Record<string, never> extends ResourceParams<Name>
    ? [params?: ResourceParams<Name>, wanted?: boolean]
    : [params: ResourceParams<Name>, wanted?: boolean];

/**
 * Reads a resource through the cache and keeps it fresh while the view is shown. With `wanted` false nothing is
 * requested, for a resource that the server would refuse.
 */
export function useResource<Name extends ResourceName>(
  name: Name,
  ...[params = {} as ResourceParams<Name>, wanted = true]: ResourceArguments<Name>
): Resource<Name> {
  const cache = useSelector(useApp(), selectCache);
  const key = resourceKey({ name, params });
  // Equal parameters keep one reference; otherwise every render would subscribe again.
  // oxlint-disable-next-line react/exhaustive-deps -- the key stands for the name and the parameters
  const ref = useMemo<AnyResourceRef>(() => ({ name, params }), [key]);
  useEffect(() => {
    if (!wanted) return undefined;
    cache?.send({ type: 'resource.observed', ref });
    return () => cache?.send({ type: 'resource.released', ref });
  }, [cache, ref, wanted]);

  const entry = useSelector(cache, (snapshot) => snapshot && selectEntry(snapshot, ref));
  const data = useSelector(entry, (snapshot) => snapshot && selectData(snapshot)) as ResourceData<Name> | undefined;
  const failure = useSelector(entry, (snapshot) => (snapshot ? selectFailure(snapshot) : null));
  const refreshing = useSelector(entry, (snapshot) => snapshot !== undefined && selectIsReading(snapshot));
  return useMemo<Resource<Name>>(() => {
    const known: Known = { refreshing, retry: () => cache?.send({ type: 'resource.retried', ref }) };
    if (data !== undefined) return { ...known, state: 'ready', data, failure };
    // A failure stays during a retry, so that the retry button stays and keeps its focus.
    return failure ? { ...known, state: 'failed', data, failure } : { ...known, state: 'loading', data, failure: null };
  }, [cache, ref, data, failure, refreshing]);
}
