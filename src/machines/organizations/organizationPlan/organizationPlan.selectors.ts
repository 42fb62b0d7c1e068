import type { SnapshotFrom } from 'xstate';
import type { organizationPlanMachine } from './organizationPlan.machine.ts';

type OrganizationPlanSnapshot = SnapshotFrom<typeof organizationPlanMachine>;

/** The plan that the user wants. */
export const selectWanted = ({ context }: OrganizationPlanSnapshot) => context.wanted;
