import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { assistantProjectMachine } from '../assistantProject/assistantProject.machine.ts';
import type { assistantPanelMachine } from './assistantPanel.machine.ts';

type PanelSnapshot = SnapshotFrom<typeof assistantPanelMachine>;

/** Its code has loaded and it is open. */
export const selectIsOpen = (snapshot: PanelSnapshot): boolean =>
  snapshot.matches({ used: { visibility: 'open', project: 'running' } });
/** The user has opened it, and its code is still loading. */
export const selectIsLoading = (snapshot: PanelSnapshot): boolean => snapshot.matches('loading');
/** The user has opened it, not the page that it was open on. */
export const selectIsCalled = ({ context }: PanelSnapshot): boolean => context.isCalled;
/** The user may have conversations in this browser. */
export const selectHasHistory = ({ context }: PanelSnapshot): boolean => context.hasHistory;
/** The conversations of the open project. */
export const selectProject = ({ children }: PanelSnapshot) =>
  children.project as unknown as ActorRefFrom<typeof assistantProjectMachine> | undefined;
export const selectProposal = ({ context }: PanelSnapshot) => context.proposal;
