import type { SnapshotFrom } from 'xstate';
import type { noticesMachine } from './notices.machine.ts';

type NoticesSnapshot = SnapshotFrom<typeof noticesMachine>;

export const selectFlags = ({ children }: NoticesSnapshot) => children.flags;
export const selectClock = ({ children }: NoticesSnapshot) => children.clock;
export const selectSmtpNotice = ({ children }: NoticesSnapshot) => children.smtpNotice;
export const selectPrivacy = ({ children }: NoticesSnapshot) => children.privacy;
export const selectPreviews = ({ children }: NoticesSnapshot) => children.previews;
