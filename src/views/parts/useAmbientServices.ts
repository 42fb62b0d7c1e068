import { useSelector } from '@xstate/react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { ambientServicesMachine } from '../../machines/ambient/ambientServices/ambientServices.machine.ts';
import { selectAmbientServices } from '../../machines/ambient/deferredServices/deferredServices.selectors.ts';
import { selectDeferredServices } from '../../machines/app/app.selectors.ts';
import { useApp } from './app.context.ts';

type AmbientServicesSnapshot = SnapshotFrom<typeof ambientServicesMachine>;

/** The ambient services; undefined until they have loaded. */
export const useAmbientServices = (): ActorRefFrom<typeof ambientServicesMachine> | undefined =>
  useSelector(useSelector(useApp(), selectDeferredServices), (snapshot) => snapshot && selectAmbientServices(snapshot));

/** One of the ambient services. */
export const useAmbientService = <Part>(select: (snapshot: AmbientServicesSnapshot) => Part): Part | undefined =>
  useSelector(useAmbientServices(), (snapshot) => snapshot && select(snapshot));
