import type { SnapshotFrom } from 'xstate';
import type { sqlRemedyMachine } from './sqlRemedy.machine.ts';

type RemedySnapshot = SnapshotFrom<typeof sqlRemedyMachine>;

export const selectRemedy = ({ context }: RemedySnapshot) => context.remedy;
export const selectRemedyPhase = ({ value }: RemedySnapshot) => (typeof value === 'object' ? 'applying' : value);
export const selectRemedyFailure = ({ context }: RemedySnapshot) => context.failure;
export const selectCanCancelRemedy = (snapshot: RemedySnapshot): boolean => snapshot.matches({ applying: 'running' });
