import type { SnapshotFrom } from 'xstate';
import type { assistantServicesMachine } from './assistantServices.machine.ts';

type ServicesSnapshot = SnapshotFrom<typeof assistantServicesMachine>;

export const selectKeeps = ({ context }: ServicesSnapshot): boolean => context.keeps;
export const selectIsFormatting = (snapshot: ServicesSnapshot): boolean => snapshot.matches({ layout: 'formatting' });
/** What is known, without a model, of the SQL that the user last asked about. */
export const selectExplained = ({ context }: ServicesSnapshot) => context.explained;
export const selectIsExplaining = (snapshot: ServicesSnapshot): boolean =>
  snapshot.matches({ explanation: 'explaining' });
