import { describe, expect, it } from 'vitest';
import { createActor, waitFor } from 'xstate';
import { overlayMachine } from '../../../src/machines/parts/overlay/overlay.machine.ts';
import { selectIsOpen } from '../../../src/machines/parts/overlay/overlay.selectors.ts';
import { held } from '../../fixtures/held.ts';
import { recordingPort } from '../../fixtures/screen.ts';
import { coverChart } from '../../support/cover.ts';
import { overlayModel } from './overlay.model.ts';

coverChart(overlayModel);

function closed() {
  const load = held<void, { name: string }>();
  const port = recordingPort();
  const actor = createActor(overlayMachine.provide({ actors: { load: load.logic } }), {
    input: { name: 'help', title: 'the help', port },
  }).start();
  return { actor, load, port, isOpen: () => selectIsOpen(actor.getSnapshot()) };
}

describe('what opens over a page', () => {
  it('is fetched when it is asked for, and opens when it has come', async () => {
    const { actor, load, isOpen } = closed();
    expect(load.calls).toEqual([]);
    actor.send({ type: 'overlay.opened' });
    expect(load.last().input).toEqual({ name: 'help' });
    expect(isOpen()).toBe(false);
    load.last().answer();
    await waitFor(actor, selectIsOpen);
  });

  it('is toggled by its key, each press of which counts while it is being fetched too', async () => {
    const { actor, load, isOpen } = closed();
    for (let press = 0; press < 4; press += 1) actor.send({ type: 'overlay.toggled' });
    expect(load.calls.map(({ signal }) => signal.aborted)).toEqual([true, true]);
    actor.send({ type: 'overlay.toggled' });
    load.last().answer();
    await waitFor(actor, selectIsOpen);
    actor.send({ type: 'overlay.toggled' });
    expect(isOpen()).toBe(false);
  });

  it('closes on route change', async () => {
    const { actor, load, isOpen } = closed();
    actor.send({ type: 'overlay.opened' });
    load.last().answer();
    await waitFor(actor, selectIsOpen);
    actor.send({ type: 'page.changed' });
    expect(isOpen()).toBe(false);
  });

  it('says so when it does not come, and can be asked for again', async () => {
    const { actor, load, port } = closed();
    actor.send({ type: 'overlay.opened' });
    load.last().fail(new Error('offline'));
    await waitFor(actor, (snapshot) => snapshot.matches('closed'));
    expect(port.commands).toEqual([
      {
        type: 'toast.requested',
        toast: { tone: 'danger', title: 'Could not load the help', description: 'offline' },
      },
    ]);
    actor.send({ type: 'overlay.opened' });
    load.last().answer();
    await waitFor(actor, selectIsOpen);
  });
});
