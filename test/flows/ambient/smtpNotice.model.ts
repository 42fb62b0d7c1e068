import { smtpNoticeMachine } from '../../../src/machines/ambient/smtpNotice/smtpNotice.machine.ts';
import type { Model } from '../../support/paths.ts';

export const smtpNoticeModel: Model<typeof smtpNoticeMachine> = {
  machine: smtpNoticeMachine,
  events: {
    'dismissals.loaded': [],
    'notice.dismissed': [{ type: 'notice.dismissed', ref: 'abcdefghijklmnopqrst' }],
  },
  answers: {
    storage: [
      { sends: { type: 'dismissals.loaded', refs: [] } },
      { sends: { type: 'dismissals.loaded', refs: ['bbcdefghijklmnopqrst'] } },
      { error: new Error('no storage here') },
    ],
  },
  invariants: [
    {
      says: 'A project is dismissed once.',
      holds: ({ context: { refs } }) => new Set(refs).size === refs.length,
    },
    {
      says: 'What is dismissed is stored in the same step, as long as there is a storage.',
      when: (snapshot, { before, event }) =>
        event?.type === 'notice.dismissed' &&
        snapshot.matches('watching') &&
        before?.context.refs !== snapshot.context.refs,
      holds: ({ context }, { sent }) =>
        sent.some(({ to, event }) => to === 'storage' && event['refs'] === context.refs),
    },
  ],
};
