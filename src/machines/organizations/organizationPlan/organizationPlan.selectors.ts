import type { SnapshotFrom } from 'xstate';
import type { organizationPlanMachine } from './organizationPlan.machine.ts';

type OrganizationPlanSnapshot = SnapshotFrom<typeof organizationPlanMachine>;

/** The plan that the user wants. */
export const selectWanted = ({ context }: OrganizationPlanSnapshot) => context.wanted;
/** The question stays open while the plan changes. */
export const selectIsDialogOpen = (snapshot: OrganizationPlanSnapshot): boolean => !snapshot.matches('idle');
