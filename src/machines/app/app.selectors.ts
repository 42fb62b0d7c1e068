import type { SnapshotFrom } from 'xstate';
import type { appMachine } from './app.machine.ts';

type AppSnapshot = SnapshotFrom<typeof appMachine>;

export const selectConfig = ({ context }: AppSnapshot) => context.config;
/** Why the application cannot go on; null as long as it can. */
export const selectFault = ({ context }: AppSnapshot) => context.fault;

export const selectSession = ({ children }: AppSnapshot) => children.session;
/** Only while somebody is signed in. */
export const selectProfileActor = ({ children }: AppSnapshot) => children.profile;
export const selectCache = ({ children }: AppSnapshot) => children.cache;
export const selectAccess = ({ children }: AppSnapshot) => children.access;
export const selectNavigation = ({ children }: AppSnapshot) => children.navigation;
export const selectScreen = ({ children }: AppSnapshot) => children.screen;
export const selectToaster = ({ children }: AppSnapshot) => children.toasts;
/** The project of the address; undefined without a session. */
export const selectProjectStatus = (snapshot: AppSnapshot) => snapshot.children.project;
