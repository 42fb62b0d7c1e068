import type { SnapshotFrom } from 'xstate';
import type { ShownToast, toastsMachine } from './toasts.machine.ts';

type ToastsSnapshot = SnapshotFrom<typeof toastsMachine>;

/** Oldest first. */
export const selectToasts = (snapshot: ToastsSnapshot): readonly ShownToast[] => snapshot.context.shown;
