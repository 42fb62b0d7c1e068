import type { SnapshotFrom } from 'xstate';
import type { caretakerMachine } from './caretaker.machine.ts';

export const selectIsGoingRound = (snapshot: SnapshotFrom<typeof caretakerMachine>): boolean =>
  snapshot.matches('goingRound');
