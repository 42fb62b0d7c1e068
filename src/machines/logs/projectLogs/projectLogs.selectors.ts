import type { SnapshotFrom } from 'xstate';
import { isUndisturbed, type projectLogsMachine } from './projectLogs.machine.ts';

type ProjectLogsSnapshot = SnapshotFrom<typeof projectLogsMachine>;

export const selectView = ({ context }: ProjectLogsSnapshot) => context.view;
export const selectPage = ({ context }: ProjectLogsSnapshot) => context.page;
export const selectLines = ({ context }: ProjectLogsSnapshot) => context.lines;
export const selectOpened = ({ context }: ProjectLogsSnapshot) => context.opened;
export const selectFailure = ({ context }: ProjectLogsSnapshot) => context.failure;
export const selectHasFailed = (snapshot: ProjectLogsSnapshot): boolean => snapshot.matches({ list: 'failed' });
/** Other lines are being read, or will be when the user pauses. */
export const selectIsReading = (snapshot: ProjectLogsSnapshot): boolean =>
  snapshot.matches({ list: 'reading' }) || snapshot.matches({ list: 'debouncing' });
export const selectIsReadingMore = (snapshot: ProjectLogsSnapshot): boolean =>
  snapshot.matches({ list: 'readingMore' });
export const selectIsFollowing = (snapshot: ProjectLogsSnapshot): boolean => snapshot.matches({ tail: 'following' });
/** New lines are not shown, because the user reads. */
export const selectIsPaused = (snapshot: ProjectLogsSnapshot): boolean =>
  selectIsFollowing(snapshot) && !isUndisturbed(snapshot.context);
