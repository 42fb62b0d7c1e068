import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import {
  serverFlowsMachine,
  type FollowEnded,
} from '../../../src/machines/inspector/serverFlows/serverFlows.machine.ts';
import { heldSource } from '../../fixtures/heldSource.ts';
import { coverChart } from '../../support/cover.ts';
import { SteppedClock } from '../../support/fakeWorld.ts';
import { serverFlowsModel } from './serverFlows.model.ts';

coverChart(serverFlowsModel);

describe('the charts of the server', () => {
  function started() {
    const clock = new SteppedClock();
    const follow = heldSource<FollowEnded, FollowEnded, undefined>();
    createActor(serverFlowsMachine.provide({ actors: { follow: follow.logic } }), { clock }).start();
    return { clock, follow };
  }

  it('are followed again 2 s after the server has restarted or cannot be reached, and while no user is signed in', () => {
    const { clock, follow } = started();
    for (const failure of [null, { code: 500, message: 'Unreachable' }, { code: 401, message: 'Expired' }]) {
      follow.report({ type: 'follow.ended', failure });
      clock.increment(1_999);
      expect(follow.isRunning).toBe(false);
      clock.increment(1);
      expect(follow.isRunning).toBe(true);
    }
  });

  it.each([403, 404, 405])('are left alone by a page to which the server answers %s', (code) => {
    const { clock, follow } = started();
    follow.report({ type: 'follow.ended', failure: { code, message: 'Refused' } });
    clock.increment(3_600_000);
    expect(follow.inputs.length).toBe(1);
  });
});
