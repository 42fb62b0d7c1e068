import { useSelector } from '@xstate/react';
import { use } from 'react';
import type { SnapshotFrom } from 'xstate';
import { selectWorkspace } from '../../machines/app/app.selectors.ts';
import type { workspaceMachine } from '../../machines/app/workspace/workspace.machine.ts';
import { AppContext } from './app.context.ts';

/**
 * A part of the workspace; undefined until it has loaded, while no user is signed in, and where a view stands alone.
 */
export function useWorkspace<Part>(
  select: (snapshot: SnapshotFrom<typeof workspaceMachine>) => Part,
): Part | undefined {
  const app = use(AppContext) ?? undefined;
  const workspace = useSelector(app, (snapshot) => snapshot && selectWorkspace(snapshot));
  return useSelector(workspace, (snapshot) => snapshot && select(snapshot));
}
