import type { SnapshotFrom } from 'xstate';
import type { workspaceMachine } from './workspace.machine.ts';

type WorkspaceSnapshot = SnapshotFrom<typeof workspaceMachine>;

export const selectProfileActor = ({ children }: WorkspaceSnapshot) => children.profile;
export const selectNavigationRail = ({ children }: WorkspaceSnapshot) => children.navigationRail;
export const selectPalette = ({ children }: WorkspaceSnapshot) => children.palette;
export const selectShortcutSheet = ({ children }: WorkspaceSnapshot) => children.shortcutSheet;
export const selectShortcuts = ({ children }: WorkspaceSnapshot) => children.shortcuts;
export const selectAssistant = ({ children }: WorkspaceSnapshot) => children.assistantPanel;
