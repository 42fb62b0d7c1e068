import { expect, describe, it, vi } from 'vitest';
import { createActor } from 'xstate';
import * as timing from '../../../src/contract/common/timing.ts';
import { connectionMachine, type NetworkReport } from '../../../src/machines/shell/connection/connection.machine.ts';
import {
  selectHeld,
  selectIsReachable,
  selectObstacle,
} from '../../../src/machines/shell/connection/connection.selectors.ts';
import { held } from '../../fixtures/held.ts';
import { heldSource } from '../../fixtures/heldSource.ts';
import { coverChart } from '../../support/cover.ts';
import { SteppedClock } from '../../support/fakeWorld.ts';
import { connectionModel } from './connection.model.ts';

coverChart(connectionModel);

function connected() {
  const clock = new SteppedClock();
  const network = heldSource<NetworkReport, NetworkReport, undefined>();
  const server = held<void>();
  const connection = createActor(
    connectionMachine.provide({ actors: { watchNetwork: network.logic, probeServer: server.logic } }),
    { clock },
  ).start();
  const is = () => ({
    reachable: selectIsReachable(connection.getSnapshot()),
    unreachable: selectObstacle(connection.getSnapshot()) !== null,
  });
  const becomes = (wanted: { reachable: boolean; unreachable: boolean }) =>
    vi.waitFor(() => expect(is()).toEqual(wanted), { interval: 1 });
  return { clock, network, server, connection, is, becomes };
}

describe('offline', () => {
  it('is nothing to speak of before the browser speaks of it', () => {
    const { is, server } = connected();
    expect(is()).toEqual({ reachable: true, unreachable: false });
    expect(server.calls).toEqual([]);
  });

  it('holds requests back from the first word on, and is said once the server is seen not to answer', async () => {
    const { network, server, is, becomes } = connected();
    network.report({ type: 'network.lost' });
    expect(is()).toEqual({ reachable: false, unreachable: false });
    server.last().fail(new Error('no network'));
    await becomes({ reachable: false, unreachable: true });
  });

  it('is no reason to wait for a server that answers all the same, as one on this computer does', async () => {
    const { network, server, becomes } = connected();
    network.report({ type: 'network.lost' });
    server.last().answer();
    await becomes({ reachable: true, unreachable: false });
    expect(server.calls).toHaveLength(1);
  });

  it('is tried again every five seconds, and over when the server answers', async () => {
    const { clock, network, server, becomes, is } = connected();
    network.report({ type: 'network.lost' });
    server.last().fail(new Error('no network'));
    await becomes({ reachable: false, unreachable: true });
    clock.increment(timing.connectionRetryMs - 1);
    expect(server.calls).toHaveLength(1);
    clock.increment(1);
    expect(server.calls).toHaveLength(2);
    expect(is()).toEqual({ reachable: false, unreachable: true });
    server.last().answer();
    await becomes({ reachable: true, unreachable: false });
  });

  it('is over at once when the browser is back on a network, whatever was being asked', () => {
    const { network, server, is } = connected();
    network.report({ type: 'network.lost' });
    const [asked] = server.calls;
    network.report({ type: 'network.regained' });
    expect(is()).toEqual({ reachable: true, unreachable: false });
    expect(asked?.signal.aborted).toBe(true);
  });

  it('says how many requests wait', () => {
    const { connection } = connected();
    const waiting = () => selectHeld(connection.getSnapshot());
    connection.send({ type: 'request.held' });
    connection.send({ type: 'request.held' });
    expect(waiting()).toBe(2);
    connection.send({ type: 'request.released' });
    expect(waiting()).toBe(1);
  });
});

describe('a server that is down while the browser has its network', () => {
  const unanswered = { type: 'request.unanswered' } as const;

  it('is asked itself as soon as a request got no answer, and nothing is held up or said meanwhile', () => {
    const { connection, server, is } = connected();
    connection.send(unanswered);
    connection.send(unanswered);
    expect(server.calls).toHaveLength(1);
    expect(is()).toEqual({ reachable: true, unreachable: false });
  });

  it('is nothing to speak of when it answers', async () => {
    const { connection, server, becomes } = connected();
    connection.send(unanswered);
    server.last().answer();
    await vi.waitFor(() => expect(connection.getSnapshot().hasTag('uncertain')).toBe(false), { interval: 1 });
    await becomes({ reachable: true, unreachable: false });
  });

  it('is said to be out of reach when it does not, in other words than a lost network', async () => {
    const { connection, network, server, becomes } = connected();
    connection.send(unanswered);
    server.last().fail(new Error('refused'));
    await becomes({ reachable: false, unreachable: true });
    expect(selectObstacle(connection.getSnapshot())).toBe('server');
    network.report({ type: 'network.lost' });
    server.last().fail(new Error('no network'));
    await vi.waitFor(() => expect(selectObstacle(connection.getSnapshot())).toBe('network'), { interval: 1 });
  });

  it('is tried again every five seconds, and back when it answers', async () => {
    const { clock, connection, server, becomes } = connected();
    connection.send(unanswered);
    server.last().fail(new Error('refused'));
    await becomes({ reachable: false, unreachable: true });
    clock.increment(timing.connectionRetryMs);
    server.last().fail(new Error('refused'));
    await vi.waitFor(
      () => expect(connection.getSnapshot().matches({ online: { unreachable: 'waiting' } })).toBe(true),
      {
        interval: 1,
      },
    );
    clock.increment(timing.connectionRetryMs);
    server.last().answer();
    await becomes({ reachable: true, unreachable: false });
    expect(selectObstacle(connection.getSnapshot())).toBeNull();
  });

  it('is seen to be gone as well where it answered without a network', async () => {
    const { connection, network, server, becomes } = connected();
    network.report({ type: 'network.lost' });
    server.last().answer();
    await becomes({ reachable: true, unreachable: false });
    connection.send(unanswered);
    server.last().fail(new Error('refused'));
    await becomes({ reachable: false, unreachable: true });
    expect(selectObstacle(connection.getSnapshot())).toBe('network');
  });
});
