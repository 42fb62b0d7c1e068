import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { assistantServicesMachine } from '../../../src/machines/assistant/assistantServices/assistantServices.machine.ts';
import {
  selectKeeps,
  selectStatus,
  selectStatusFailure,
} from '../../../src/machines/assistant/assistantServices/assistantServices.selectors.ts';
import { coverChart } from '../../support/cover.ts';
import { FakeWorld } from '../../support/fakeWorld.ts';
import { assistantServicesModel, status } from './assistantServices.model.ts';

coverChart(assistantServicesModel);

describe('what the panel asks beside the conversation', () => {
  function started() {
    const world = new FakeWorld();
    const actor = createActor(world.withStubs(assistantServicesMachine), {
      input: { ref: 'abc', keeps: false, port: world.port, project: world.port },
    }).start();
    return { world, actor };
  }

  it('is whether a model is configured, again on request', () => {
    const { world, actor } = started();
    world.fail('status', new Error('offline'));
    expect(selectStatusFailure(actor.getSnapshot())?.message).toBe('offline');
    actor.send({ type: 'status.requested' });
    expect(selectStatusFailure(actor.getSnapshot())).toBeNull();
    world.answer('status', status);
    expect(selectStatus(actor.getSnapshot())).toEqual(status);
  });

  it('is to keep the conversations after a sign-out, which the browser may refuse', () => {
    const { world, actor } = started();
    actor.send({ type: 'keeping.chosen', keeps: true });
    expect(world.inputOf('keeping')).toEqual({ keeps: true });
    world.fail('keeping', new Error('full'));
    expect(selectKeeps(actor.getSnapshot())).toBe(false);
  });
});
