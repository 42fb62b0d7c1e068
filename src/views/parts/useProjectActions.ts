import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import { selectProjectStatus } from '../../machines/app/workspace/workspace.selectors.ts';
import type { projectActionsMachine } from '../../machines/projects/projectActions/projectActions.machine.ts';
import { selectActions } from '../../machines/projects/projectStatus/projectStatus.selectors.ts';
import { useWorkspace } from './useWorkspace.ts';

export type ProjectActionsActor = ActorRefFrom<typeof projectActionsMachine>;

/** The operations of the project in the address; undefined until the project is known. */
export function useProjectActions(): ProjectActionsActor | undefined {
  const status = useWorkspace(selectProjectStatus);
  return useSelector(status, (snapshot) => snapshot && selectActions(snapshot));
}
