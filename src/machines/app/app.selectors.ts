import type { SnapshotFrom } from 'xstate';
import type { appMachine } from './app.machine.ts';

type AppSnapshot = SnapshotFrom<typeof appMachine>;

export const selectConfig = (snapshot: AppSnapshot) => snapshot.context.config;
export const selectSession = (snapshot: AppSnapshot) => snapshot.children.session;
export const selectCache = (snapshot: AppSnapshot) => snapshot.children.cache;
export const selectScreen = (snapshot: AppSnapshot) => snapshot.children.screen;
export const selectToasts = (snapshot: AppSnapshot) => snapshot.children.toasts;
