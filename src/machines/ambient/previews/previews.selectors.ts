import type { SnapshotFrom } from 'xstate';
import type { PreviewId } from '../../../contract/ambient/previews.ts';
import type { previewsMachine } from './previews.machine.ts';

type PreviewsSnapshot = SnapshotFrom<typeof previewsMachine>;

export const selectIsOpen = (snapshot: PreviewsSnapshot): boolean => snapshot.matches('open');
export const selectChosen = ({ context }: PreviewsSnapshot): PreviewId => context.chosen;
export const selectEnabled = ({ context }: PreviewsSnapshot) => context.enabled;
