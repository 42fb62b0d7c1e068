import type { SnapshotFrom } from 'xstate';
import { runsOwnPlatform } from '../../../contract/common/runtimeConfig.ts';
import type { newOrganizationMachine } from './newOrganization.machine.ts';

type NewOrganizationSnapshot = SnapshotFrom<typeof newOrganizationMachine>;

/** Whether all plans are free on this platform. */
export const selectIsFree = ({ context }: NewOrganizationSnapshot): boolean => runsOwnPlatform(context.config);
