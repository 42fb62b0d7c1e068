import { useSelector } from '@xstate/react';
import { selectFailure } from '../../machines/projects/projectActions/projectActions.selectors.ts';
import { ErrorState } from '../ui/ErrorState.tsx';
import type { ProjectActionsActor } from './useProjectActions.ts';

/** Why the last restore failed: it has no confirmation dialog that could show it. */
export function RestoreFailure({
  actions,
  name,
}: {
  actions: ProjectActionsActor;
  /** Where several projects are shown. */
  name?: string;
}) {
  const failure = useSelector(actions, selectFailure);
  return failure ? (
    <ErrorState title={`Could not restore ${name === undefined ? 'the project' : `“${name}”`}`} failure={failure} />
  ) : null;
}
