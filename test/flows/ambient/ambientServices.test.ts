import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { ambientServicesMachine } from '../../../src/machines/ambient/ambientServices/ambientServices.machine.ts';
import {
  selectPreviews,
  selectPrivacy,
} from '../../../src/machines/ambient/ambientServices/ambientServices.selectors.ts';
import { selectIsOpen as selectArePreviewsOpen } from '../../../src/machines/ambient/previews/previews.selectors.ts';
import { config } from '../../fixtures/screen.ts';
import { coverChart } from '../../support/cover.ts';
import { createPort } from '../../support/fakeWorld.ts';
import { ambientServicesModel } from './ambientServices.model.ts';

coverChart(ambientServicesModel);

const input = {
  config,
  now: () => 0,
  port: createPort(() => {}),
  resources: { watch: () => () => {} },
  userId: null,
  consent: false,
  agreedHere: false,
  location: null,
  route: null,
  wanted: null,
} as const;

describe('the parts that go along with every screen', () => {
  it('open previews and privacy when asked for', () => {
    const ambientServices = createActor(ambientServicesMachine, { input }).start();
    ambientServices.send({ type: 'previews.opened' });
    ambientServices.send({ type: 'privacy.opened' });
    expect(selectArePreviewsOpen(selectPreviews(ambientServices.getSnapshot())!.getSnapshot())).toBe(true);
    expect(selectPrivacy(ambientServices.getSnapshot())!.getSnapshot().matches('opening')).toBe(true);
  });

  it('go on without one that has a fault', async () => {
    // No service is provided, so every source fails at once.
    const ambientServices = createActor(ambientServicesMachine, { input }).start();
    expect(ambientServices.getSnapshot().status).toBe('active');
    expect(Object.keys(ambientServices.getSnapshot().children).toSorted()).toEqual([
      'clock',
      'flags',
      'previews',
      'privacy',
      'smtpNotice',
      'telemetry',
    ]);
  });
});
