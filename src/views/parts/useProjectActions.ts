import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import type { projectActionsMachine } from '../../machines/projects/projectActions/projectActions.machine.ts';
import { selectActions } from '../../machines/projects/projectStatus/projectStatus.selectors.ts';
import { useLayoutFlow } from './useLayoutFlow.ts';

export type ProjectActionsActor = ActorRefFrom<typeof projectActionsMachine>;

/** The operations of the project in the address; undefined outside of its pages. */
export function useProjectActions(): ProjectActionsActor | undefined {
  const status = useLayoutFlow('project');
  return useSelector(status, (snapshot) => snapshot && selectActions(snapshot));
}
