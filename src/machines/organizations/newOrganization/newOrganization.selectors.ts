import type { SnapshotFrom } from 'xstate';
import { runsOwnPlatform } from '../../../contract/common/runtimeConfig.ts';
import type { newOrganizationMachine } from './newOrganization.machine.ts';

type NewOrganizationSnapshot = SnapshotFrom<typeof newOrganizationMachine>;

export const selectValues = ({ context }: NewOrganizationSnapshot) => context.values;
export const selectFieldErrors = ({ context }: NewOrganizationSnapshot) => context.fieldErrors;
export const selectFailure = ({ context }: NewOrganizationSnapshot) => context.failure;
export const selectIsBusy = (snapshot: NewOrganizationSnapshot): boolean => snapshot.hasTag('busy');
/** No plan costs anything on this platform. */
export const selectIsFree = ({ context }: NewOrganizationSnapshot): boolean => runsOwnPlatform(context.config);
