import { useSelector } from '@xstate/react';
import type { FlagValue, KnownFlag } from '../../contract/ambient/featureFlags.ts';
import { selectFlags } from '../../machines/ambient/ambientServices/ambientServices.selectors.ts';
import { selectFlag } from '../../machines/ambient/flags/flags.selectors.ts';
import { useAmbientService } from './useAmbientServices.ts';
import { useResource } from './useResource.ts';
import { useRoute } from './useRoute.ts';

/** The value of a feature flag for the user, at this project; undefined if there is none or it is not known yet. */
export function useFlag(name: KnownFlag): FlagValue | undefined {
  const value = useSelector(useAmbientService(selectFlags), (snapshot) => snapshot && selectFlag(snapshot, name));
  const route = useRoute();
  const ref = route?.params['ref'];
  const isForcedByProvider = name === 'diskAndComputeForm' && ref !== undefined;
  const projects = useResource('projects', {}, isForcedByProvider);
  // FLY has no such form, whatever the flag says (specification, section 5).
  if (isForcedByProvider && projects.data?.find((project) => project.ref === ref)?.cloud_provider === 'FLY')
    return false;
  return value;
}
