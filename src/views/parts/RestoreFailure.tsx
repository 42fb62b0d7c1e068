import { useSelector } from '@xstate/react';
import { selectFailure, selectRef } from '../../machines/projects/projectActions/projectActions.selectors.ts';
import { ErrorState } from '../ui/ErrorState.tsx';
import { changePlanLink } from './changePlanLink.tsx';
import { useFreeLimit } from './useFreeLimit.ts';
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
  const { organization } = useFreeLimit(useSelector(actions, selectRef), failure !== null);
  if (!failure) return null;
  // An owner has every permission: what the platform refuses is the plan's limit, which also depends on other owners.
  const isLimit = failure.code === 403 && organization?.tier === 'tier_free';
  return (
    <ErrorState
      title={`Could not restore ${name === undefined ? 'the project' : `“${name}”`}`}
      failure={failure}
      action={isLimit ? changePlanLink(organization) : undefined}
    />
  );
}
