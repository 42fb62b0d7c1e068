import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { noticesMachine } from '../notices/notices.machine.ts';
import type { backgroundMachine } from './background.machine.ts';

type BackgroundSnapshot = SnapshotFrom<typeof backgroundMachine>;

/** What was fetched, while it runs. */
export const selectNotices = ({ children }: BackgroundSnapshot) =>
  children.notices as ActorRefFrom<typeof noticesMachine> | undefined;
