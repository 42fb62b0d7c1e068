import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { noticesMachine } from '../../../src/machines/ambient/notices/notices.machine.ts';
import { selectPreviews, selectPrivacy } from '../../../src/machines/ambient/notices/notices.selectors.ts';
import { selectIsOpen as selectArePreviewsOpen } from '../../../src/machines/ambient/previews/previews.selectors.ts';
import { config } from '../../fixtures/screen.ts';

const input = {
  config,
  now: () => 0,
  parent: { send: () => {} },
  resources: { watch: () => () => {} },
  userId: null,
  consent: false,
  agreedHere: false,
  place: null,
  route: null,
  wanted: null,
} as const;

describe('the parts that go along with every screen', () => {
  it('open previews and privacy when asked for', () => {
    const notices = createActor(noticesMachine, { input }).start();
    notices.send({ type: 'previews.opened' });
    notices.send({ type: 'privacy.opened' });
    expect(selectArePreviewsOpen(selectPreviews(notices.getSnapshot())!.getSnapshot())).toBe(true);
    expect(selectPrivacy(notices.getSnapshot())!.getSnapshot().matches('opening')).toBe(true);
  });

  it('go on without one that has a fault', async () => {
    // No service is provided, so every source fails at once.
    const notices = createActor(noticesMachine, { input }).start();
    expect(notices.getSnapshot().status).toBe('active');
    expect(Object.keys(notices.getSnapshot().children).toSorted()).toEqual([
      'clock',
      'flags',
      'previews',
      'privacy',
      'smtpNotice',
      'telemetry',
    ]);
  });
});
