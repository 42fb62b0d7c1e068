import { beforeEach, describe, expect, it } from 'vitest';
import { createActor, waitFor, type Actor } from 'xstate';
import {
  isServerReachable,
  reachabilityActors,
  whenCodeIsMissing,
  type Reachability,
} from '../../../src/machines/parts/codeLoading.ts';
import { flowSetup } from '../../../src/machines/parts/flowSetup.ts';
import { unprovided } from '../../../src/machines/parts/unprovided.ts';
import { held } from '../../fixtures/held.ts';

const pageMachine = flowSetup({
  actors: { ...reachabilityActors, loadCode: unprovided<void>('loadCode') },
  guards: { isServerReachable },
}).createMachine({
  id: 'page',
  initial: 'loading',
  states: {
    loading: {
      invoke: { id: 'code', src: 'loadCode', onDone: { target: 'shown' }, onError: { target: 'checkingServer' } },
    },
    ...whenCodeIsMissing('outdated'),
    outdated: {},
    shown: {},
  },
});

describe('code that did not load', () => {
  let code: ReturnType<typeof held<void>>;
  let reach: ReturnType<typeof held<Reachability>>;
  let comeback: ReturnType<typeof held<void>>;
  let page: Actor<typeof pageMachine>;
  const reaches = (state: 'loading' | 'waiting' | 'outdated' | 'shown') =>
    waitFor(page, (snapshot) => snapshot.matches(state));
  const finds = async (reachability: Reachability) => {
    code.last().fail(new Error('Failed to fetch'));
    await waitFor(page, (snapshot) => snapshot.matches('checkingServer'));
    reach.last().answer(reachability);
  };

  beforeEach(() => {
    code = held();
    reach = held();
    comeback = held();
    const actors = { loadCode: code.logic, checkReachability: reach.logic, awaitReachability: comeback.logic };
    page = createActor(pageMachine.provide({ actors })).start();
  });

  it('is gone where the server is reachable', async () => {
    await finds({ isServerReachable: true });
    await reaches('outdated');
    expect([code.calls.length, comeback.calls.length]).toEqual([1, 0]);
  });

  it('is loaded again when the server is back', async () => {
    await finds({ isServerReachable: false });
    await reaches('waiting');
    expect(code.calls).toHaveLength(1);
    comeback.last().answer();
    await reaches('loading');
    code.last().answer();
    await reaches('shown');
    expect(code.calls).toHaveLength(2);
  });

  it('counts as gone where the connection cannot be checked', async () => {
    code.last().fail(new Error('Failed to fetch'));
    await waitFor(page, (snapshot) => snapshot.matches('checkingServer'));
    reach.last().fail(new Error('No such check'));
    await reaches('outdated');
    expect([code.calls.length, comeback.calls.length]).toEqual([1, 0]);
  });

  it('counts as gone where the server cannot be awaited', async () => {
    await finds({ isServerReachable: false });
    await reaches('waiting');
    comeback.last().fail(new Error('No such check'));
    await reaches('outdated');
    expect(code.calls).toHaveLength(1);
  });
});
