import type { SnapshotFrom } from 'xstate';
import type { FlagValue } from '../../../contract/ambient/featureFlags.ts';
import { evaluateFlag } from './evaluateFlag.ts';
import type { flagsMachine } from './flags.machine.ts';

type FlagsSnapshot = SnapshotFrom<typeof flagsMachine>;

/** The value of a flag for the present user; undefined where it is not known. */
export const selectFlag = ({ context: { flags, email } }: FlagsSnapshot, name: string): FlagValue | undefined =>
  evaluateFlag(flags, name, email);

/** The flags are still to come: what one of them decides is not shown yet, for five seconds at most. */
export const selectIsAwaited = (snapshot: FlagsSnapshot): boolean => snapshot.hasTag('awaited');
