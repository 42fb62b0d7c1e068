import type { ActorRefFrom } from 'xstate';
import type { ResourceData, ResourceName, ResourceRef } from '../../contract/cache/resources.ts';
import type { ResourcePort, ResourceView } from '../parts/port.ts';
import type { cacheMachine, ResourceActor } from './cache/cache.machine.ts';
import { selectEntry } from './cache/cache.selectors.ts';
import { selectData, selectFailure, selectIsReading } from './resource/resource.selectors.ts';

type CacheActor = ActorRefFrom<typeof cacheMachine>;

function viewOf<Name extends ResourceName>(entry: ResourceActor | undefined): ResourceView<Name> {
  if (!entry) return { data: undefined, failure: null, refreshing: true };
  const snapshot = entry.getSnapshot();
  return {
    data: selectData(snapshot) as ResourceData<Name> | undefined,
    failure: selectFailure(snapshot),
    refreshing: selectIsReading(snapshot),
  };
}

/** Lets flows watch the cache's resources. The cache is looked up on each call, because it starts beside the flows. */
export function resourcePortOf(findCache: () => CacheActor | undefined): ResourcePort {
  return {
    watch<Name extends ResourceName>(ref: ResourceRef<Name>, seen: (view: ResourceView<Name>) => void): () => void {
      const cache = findCache();
      if (!cache) return () => undefined;
      let entry: ResourceActor | undefined;
      let stopEntry = () => {};
      let last: ResourceView<Name> | undefined;
      const look = () => {
        const view = viewOf<Name>(entry);
        if (last && last.data === view.data && last.failure === view.failure && last.refreshing === view.refreshing)
          return;
        last = view;
        seen(view);
      };
      const follow = () => {
        const found = selectEntry(cache.getSnapshot(), ref);
        if (found === entry) return;
        stopEntry();
        entry = found;
        const subscription = found?.subscribe(look);
        stopEntry = () => subscription?.unsubscribe();
        look();
      };
      cache.send({ type: 'resource.observed', ref });
      const subscription = cache.subscribe(follow);
      follow();
      look();
      return () => {
        subscription.unsubscribe();
        stopEntry();
        // When the whole application stops, the cache may stop first.
        if (cache.getSnapshot().status === 'active') cache.send({ type: 'resource.released', ref });
      };
    },
  };
}
