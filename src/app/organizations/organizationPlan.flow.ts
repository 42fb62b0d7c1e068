import { fromPromise } from 'xstate';
import { organizationPlanMachine } from '../../machines/organizations/organizationPlan/organizationPlan.machine.ts';
import { changePlan } from '../../services/organizations/organizations.ts';

export default organizationPlanMachine.provide({
  actors: { changePlan: fromPromise(({ input, signal }) => changePlan(input, signal)) },
});
