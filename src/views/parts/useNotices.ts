import { useSelector } from '@xstate/react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import { selectNotices } from '../../machines/ambient/background/background.selectors.ts';
import type { noticesMachine } from '../../machines/ambient/notices/notices.machine.ts';
import { selectBackground } from '../../machines/app/app.selectors.ts';
import { useApp } from './app.context.ts';

type NoticesSnapshot = SnapshotFrom<typeof noticesMachine>;

/** What goes along with every screen; undefined until it has been fetched. */
export const useNotices = (): ActorRefFrom<typeof noticesMachine> | undefined =>
  useSelector(useSelector(useApp(), selectBackground), (snapshot) => snapshot && selectNotices(snapshot));

/** One of its parts. */
export const useNotice = <Part>(select: (snapshot: NoticesSnapshot) => Part): Part | undefined =>
  useSelector(useNotices(), (snapshot) => snapshot && select(snapshot));
