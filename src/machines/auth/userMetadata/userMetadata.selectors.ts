import type { SnapshotFrom } from 'xstate';
import { isUntouched, type userMetadataMachine } from './userMetadata.machine.ts';

/** The form differs from what it began with. */
export const selectIsEdited = ({ context }: SnapshotFrom<typeof userMetadataMachine>): boolean => !isUntouched(context);
