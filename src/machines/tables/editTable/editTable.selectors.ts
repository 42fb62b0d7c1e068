import type { SnapshotFrom } from 'xstate';
import { shapeLosses } from '../../../contract/tables/shapeLosses.ts';
import type { editTableMachine } from './editTable.machine.ts';

type EditTableSnapshot = SnapshotFrom<typeof editTableMachine>;

/** The table as it is; null until it is read. */
export const selectStoredShape = ({ context }: EditTableSnapshot) => context.stored;
export const selectIsReadingShape = (snapshot: EditTableSnapshot): boolean =>
  snapshot.matches('reading') || snapshot.matches('loadingDraft');
export const selectHasShapeFailed = (snapshot: EditTableSnapshot): boolean => snapshot.matches('failed');
/** Whether the user is asked about what stored values lose. */
export const selectIsConfirmingLoss = (snapshot: EditTableSnapshot): boolean => snapshot.matches('confirming');
/** What stored values lose by them. */
export const lossesOf = ({ context: { stored, values } }: EditTableSnapshot) =>
  stored === null ? [] : shapeLosses(stored, values);
