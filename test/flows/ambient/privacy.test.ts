import { describe, expect, it, vi } from 'vitest';
import { createActor } from 'xstate';
import { privacyMachine } from '../../../src/machines/ambient/privacy/privacy.machine.ts';
import { selectIsOpen, selectTelemetry } from '../../../src/machines/ambient/privacy/privacy.selectors.ts';
import { held } from '../../fixtures/held.ts';
import { recordingPort } from '../../fixtures/screen.ts';
import { coverChart } from '../../support/cover.ts';
import { privacyModel } from './privacy.model.ts';

coverChart(privacyModel);

function settings({ opened = false } = {}) {
  const port = recordingPort();
  const storage = held<boolean>();
  const privacy = createActor(privacyMachine.provide({ actors: { readConsent: storage.logic } }), {
    input: { port, opened },
  }).start();
  const finds = async (stored: boolean) => {
    storage.last().answer(stored);
    await vi.waitFor(() => expect(selectIsOpen(privacy.getSnapshot())).toBe(true), { interval: 1 });
    return selectTelemetry(privacy.getSnapshot());
  };
  return { port, storage, privacy, finds };
}

describe('privacy settings', () => {
  it('re-read what is stored at each opening', async () => {
    const { privacy, finds } = settings();
    privacy.send({ type: 'privacy.opened' });
    expect(await finds(true)).toBe(true);
    privacy.send({ type: 'telemetry.toggled' });
    privacy.send({ type: 'privacy.cancelled' });
    privacy.send({ type: 'privacy.opened' });
    expect(await finds(true)).toBe(true);
  });

  it('change nothing when they are cancelled', async () => {
    const { privacy, finds, port } = settings();
    privacy.send({ type: 'privacy.opened' });
    await finds(false);
    privacy.send({ type: 'telemetry.toggled' });
    privacy.send({ type: 'privacy.cancelled' });
    expect(port.commands).toEqual([]);
  });

  it.each([true, false])('once confirmed say that telemetry is %s', async (choice) => {
    const { privacy, finds, port } = settings();
    privacy.send({ type: 'privacy.opened' });
    if ((await finds(false)) !== choice) privacy.send({ type: 'telemetry.toggled' });
    privacy.send({ type: 'privacy.confirmed' });
    expect(port.commands).toEqual([{ type: 'choice.made', choice }]);
    expect(selectIsOpen(privacy.getSnapshot())).toBe(false);
  });

  it('open by themselves where they were asked for before they were there, and once', async () => {
    const { privacy, finds, storage } = settings({ opened: true });
    await finds(false);
    privacy.send({ type: 'privacy.cancelled' });
    expect(selectIsOpen(privacy.getSnapshot())).toBe(false);
    expect(storage.calls).toHaveLength(1);
  });
});
