import type { SnapshotFrom } from 'xstate';
import { resourceKey, type ResourceRef } from '../../../contract/cache/resources.ts';
import type { cacheMachine, ResourceActor } from './cache.machine.ts';

type CacheSnapshot = SnapshotFrom<typeof cacheMachine>;

export const selectEntry = (snapshot: CacheSnapshot, ref: ResourceRef): ResourceActor | undefined =>
  snapshot.context.entries[resourceKey(ref)]?.actor;
