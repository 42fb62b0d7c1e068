import { smtpNoticeMachine } from '../../src/machines/smtpNotice/smtpNotice.machine.ts';
import type { Model } from '../support/paths.ts';

export const smtpNoticeModel: Model<typeof smtpNoticeMachine> = {
  machine: smtpNoticeMachine,
  events: {
    'dismissals.found': [],
    'notice.dismissed': [{ type: 'notice.dismissed', ref: 'abcdefghijklmnopqrst' }],
  },
  answers: {
    storage: [
      { sends: { type: 'dismissals.found', refs: [] } },
      { sends: { type: 'dismissals.found', refs: ['bbcdefghijklmnopqrst'] } },
      { error: new Error('no storage here') },
    ],
  },
};
