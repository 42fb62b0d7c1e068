import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { assistantServicesMachine } from '../../../src/machines/assistant/assistantServices/assistantServices.machine.ts';
import {
  selectExplained,
  selectKeeps,
} from '../../../src/machines/assistant/assistantServices/assistantServices.selectors.ts';
import { selectStatus, selectStatusFailure } from '../../../src/machines/parts/modelStatus.ts';
import { coverChart } from '../../support/cover.ts';
import { FakeWorld } from '../../support/fakeWorld.ts';
import { assistantServicesModel, explanation, status } from './assistantServices.model.ts';

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

  it('is what the SQL does that the user asked about last, without a model', () => {
    const { world, actor } = started();
    actor.send({ type: 'explanation.requested', sql: 'select 1' });
    actor.send({ type: 'explanation.requested', sql: 'select * from orders' });
    expect(world.inputOf('explanation')).toEqual({ ref: 'abc', sql: 'select * from orders' });
    world.answer('explanation', explanation);
    expect(selectExplained(actor.getSnapshot())).toEqual({ sql: 'select * from orders', explanation, failure: null });
  });

  it('is to keep the conversations after a sign-out, which the browser may refuse', () => {
    const { world, actor } = started();
    actor.send({ type: 'keeping.chosen', keeps: true });
    expect(world.inputOf('keeping')).toEqual({ keeps: true });
    world.fail('keeping', new Error('full'));
    expect(selectKeeps(actor.getSnapshot())).toBe(false);
  });
});
