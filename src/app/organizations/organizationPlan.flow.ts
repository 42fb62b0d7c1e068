import { fromPromise } from 'xstate';
import {
  organizationPlanMachine,
  type PlanRequest,
} from '../../machines/organizations/organizationPlan/organizationPlan.machine.ts';
import { resourceChanged } from '../../machines/parts/resourceCommands.ts';
import { changePlan } from '../../services/organizations/organizations.ts';

export default organizationPlanMachine.provide({
  actors: {
    changePlan: fromPromise(
      async ({ input: { slug, tier, port }, signal }: { input: PlanRequest; signal: AbortSignal }) => {
        try {
          return await changePlan({ slug, tier }, new AbortController().signal);
        } finally {
          // The chart has ended with its page, and other pages would go on with the plan before.
          if (signal.aborted) port.send(resourceChanged(['organizations', 'organization']));
        }
      },
    ),
  },
});
