import type { SnapshotFrom } from 'xstate';
import type { appMachine } from './app.machine.ts';

type AppSnapshot = SnapshotFrom<typeof appMachine>;

export const selectConfig = ({ context }: AppSnapshot) => context.config;
/** Whose data is shown; null while nobody is signed in. */
export const selectUserId = ({ context }: AppSnapshot) => context.userId;
/** Why the application cannot go on; null as long as it can. */
export const selectFault = ({ context }: AppSnapshot) => context.fault;

export const selectSession = ({ children }: AppSnapshot) => children.session;
export const selectTheme = ({ children }: AppSnapshot) => children.theme;
export const selectToaster = ({ children }: AppSnapshot) => children.toasts;
export const selectConnection = ({ children }: AppSnapshot) => children.connection;
export const selectConsent = ({ children }: AppSnapshot) => children.consent;
export const selectDeferredServices = ({ children }: AppSnapshot) => children.deferredServices;
export const selectClipboard = ({ children }: AppSnapshot) => children.clipboard;
export const selectCache = ({ children }: AppSnapshot) => children.cache;
export const selectAccess = ({ children }: AppSnapshot) => children.access;
export const selectNavigation = ({ children }: AppSnapshot) => children.navigation;
export const selectScreen = ({ children }: AppSnapshot) => children.screen;

// These live only while somebody is signed in.
export const selectProfileActor = ({ children }: AppSnapshot) => children.profile;
export const selectNavigationRail = ({ children }: AppSnapshot) => children.navigationRail;
export const selectPalette = ({ children }: AppSnapshot) => children.palette;
export const selectShortcutSheet = ({ children }: AppSnapshot) => children.shortcutSheet;
export const selectShortcuts = ({ children }: AppSnapshot) => children.shortcuts;
/** The project that the address names. */
export const selectProjectStatus = ({ children }: AppSnapshot) => children.project;
