import { expect, describe, it, vi } from 'vitest';
import { createActor } from 'xstate';
import { timing } from '../../src/contract/timing.ts';
import { connectionMachine, type NetworkReport } from '../../src/machines/connection/connection.machine.ts';
import { selectHeld, selectIsCut, selectIsPassable } from '../../src/machines/connection/connection.selectors.ts';
import { held } from '../fixtures/held.ts';
import { heldSource } from '../fixtures/heldSource.ts';
import { SteppedClock } from '../support/world.ts';

function connected() {
  const clock = new SteppedClock();
  const network = heldSource<NetworkReport, NetworkReport, undefined>();
  const server = held<void>();
  const connection = createActor(connectionMachine.provide({ actors: { watchNetwork: network.logic, askServer: server.logic } }), { clock }).start();
  const is = () => ({ passable: selectIsPassable(connection.getSnapshot()), cut: selectIsCut(connection.getSnapshot()) });
  const becomes = (wanted: { passable: boolean; cut: boolean }) => vi.waitFor(() => expect(is()).toEqual(wanted), { interval: 1 });
  return { clock, network, server, connection, is, becomes };
}

describe('offline', () => {
  it('is nothing to speak of before the browser speaks of it', () => {
    const { is, server } = connected();
    expect(is()).toEqual({ passable: true, cut: false });
    expect(server.calls).toEqual([]);
  });

  it('holds requests back from the first word on, and is said once the server is seen not to answer', async () => {
    const { network, server, is, becomes } = connected();
    network.report({ type: 'network.lost' });
    expect(is()).toEqual({ passable: false, cut: false });
    server.last().fail(new Error('no network'));
    await becomes({ passable: false, cut: true });
  });

  it('is no reason to wait for a server that answers all the same, as one on this computer does', async () => {
    const { network, server, becomes } = connected();
    network.report({ type: 'network.lost' });
    server.last().answer();
    await becomes({ passable: true, cut: false });
    expect(server.calls).toHaveLength(1);
  });

  it('is tried again every five seconds, and over when the server answers', async () => {
    const { clock, network, server, becomes, is } = connected();
    network.report({ type: 'network.lost' });
    server.last().fail(new Error('no network'));
    await becomes({ passable: false, cut: true });
    clock.increment(timing.connectionRetryMs - 1);
    expect(server.calls).toHaveLength(1);
    clock.increment(1);
    expect(server.calls).toHaveLength(2);
    expect(is()).toEqual({ passable: false, cut: true });
    server.last().answer();
    await becomes({ passable: true, cut: false });
  });

  it('is over at once when the browser is back on a network, whatever was being asked', () => {
    const { network, server, is } = connected();
    network.report({ type: 'network.lost' });
    const [asked] = server.calls;
    network.report({ type: 'network.found' });
    expect(is()).toEqual({ passable: true, cut: false });
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
