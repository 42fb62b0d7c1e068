import type { SnapshotFrom } from 'xstate';
import type { assistantServicesMachine } from './assistantServices.machine.ts';

type ServicesSnapshot = SnapshotFrom<typeof assistantServicesMachine>;

export const selectStatus = ({ context }: ServicesSnapshot) => context.status;
/** Why it is not known whether there is a model. */
export const selectStatusFailure = ({ context }: ServicesSnapshot) => context.failure;
export const selectKeeps = ({ context }: ServicesSnapshot): boolean => context.keeps;
export const selectIsFormatting = (snapshot: ServicesSnapshot): boolean => snapshot.matches({ layout: 'formatting' });
