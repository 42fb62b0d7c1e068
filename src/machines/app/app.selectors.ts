import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { appMachine } from './app.machine.ts';
import type { workspaceMachine } from './workspace/workspace.machine.ts';

type AppSnapshot = SnapshotFrom<typeof appMachine>;

export const selectConfig = ({ context }: AppSnapshot) => context.config;
/** Id of the user whose data is shown; null while signed out. */
export const selectUserId = ({ context }: AppSnapshot) => context.userId;
/** Why the application cannot continue; null while it can. */
export const selectFault = ({ context }: AppSnapshot) => context.fault;

export const selectSession = ({ children }: AppSnapshot) => children.session;
export const selectAppearance = ({ children }: AppSnapshot) => children.appearance;
export const selectToaster = ({ children }: AppSnapshot) => children.toasts;
export const selectConnection = ({ children }: AppSnapshot) => children.connection;
export const selectConsent = ({ children }: AppSnapshot) => children.consent;
export const selectDeferredServices = ({ children }: AppSnapshot) => children.deferredServices;
export const selectClipboard = ({ children }: AppSnapshot) => children.clipboard;
export const selectCache = ({ children }: AppSnapshot) => children.cache;
export const selectAccess = ({ children }: AppSnapshot) => children.access;
export const selectNavigation = ({ children }: AppSnapshot) => children.navigation;
export const selectScreen = ({ children }: AppSnapshot) => children.screen;

/** What only a signed-in user needs; undefined until it has loaded, and while no user is signed in. */
export const selectWorkspace = ({ children }: AppSnapshot) =>
  children.workspace as ActorRefFrom<typeof workspaceMachine> | undefined;
/** Why the workspace could not be loaded; it stays during a retry. */
export const selectWorkspaceFailure = ({ context }: AppSnapshot) => context.failure;
export const selectIsWorkspaceMissing = (snapshot: AppSnapshot): boolean =>
  snapshot.matches({ running: { signedIn: 'missing' } });
