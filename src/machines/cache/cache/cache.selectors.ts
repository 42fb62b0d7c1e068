import type { SnapshotFrom } from 'xstate';
import { resourceKey, type AnyResourceRef } from '../../../contract/cache/resources.ts';
import type { cacheMachine, ResourceActor } from './cache.machine.ts';

type CacheSnapshot = SnapshotFrom<typeof cacheMachine>;

export const selectEntry = (snapshot: CacheSnapshot, ref: AnyResourceRef): ResourceActor | undefined =>
  snapshot.context.entries[resourceKey(ref)]?.actor;
