import type { SnapshotFrom } from 'xstate';
import type { ambientServicesMachine } from './ambientServices.machine.ts';

type AmbientServicesSnapshot = SnapshotFrom<typeof ambientServicesMachine>;

export const selectFlags = ({ children }: AmbientServicesSnapshot) => children.flags;
export const selectClock = ({ children }: AmbientServicesSnapshot) => children.clock;
export const selectSmtpNotice = ({ children }: AmbientServicesSnapshot) => children.smtpNotice;
export const selectPrivacy = ({ children }: AmbientServicesSnapshot) => children.privacy;
export const selectPreviews = ({ children }: AmbientServicesSnapshot) => children.previews;
