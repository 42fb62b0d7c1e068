import type { SnapshotFrom } from 'xstate';
import type { privacyMachine } from './privacy.machine.ts';

type PrivacySnapshot = SnapshotFrom<typeof privacyMachine>;

export const selectIsOpen = (snapshot: PrivacySnapshot): boolean => snapshot.matches('open');
/** Whether telemetry is selected, confirmed or not. */
export const selectTelemetry = ({ context }: PrivacySnapshot): boolean => context.telemetry;
