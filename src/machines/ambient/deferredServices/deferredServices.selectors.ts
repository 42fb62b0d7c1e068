import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { ambientServicesMachine } from '../ambientServices/ambientServices.machine.ts';
import type { deferredServicesMachine } from './deferredServices.machine.ts';

type DeferredServicesSnapshot = SnapshotFrom<typeof deferredServicesMachine>;

/** The loaded services, while they run. */
export const selectAmbientServices = ({ children }: DeferredServicesSnapshot) =>
  children.ambientServices as ActorRefFrom<typeof ambientServicesMachine> | undefined;
