import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createActor, type Actor } from 'xstate';
import * as timing from '../../../src/contract/common/timing.ts';
import { connectionMachine, type NetworkReport } from '../../../src/machines/shell/connection/connection.machine.ts';
import { ConnectionNote } from '../../../src/views/shell/ConnectionNote.tsx';
import { held } from '../../fixtures/held.ts';
import { heldSource } from '../../fixtures/heldSource.ts';
import { SteppedClock } from '../../support/fakeWorld.ts';

describe('the note about the connection', () => {
  let clock: SteppedClock;
  let network: ReturnType<typeof heldSource<NetworkReport, NetworkReport, undefined>>;
  let server: ReturnType<typeof held<void>>;
  let connection: Actor<typeof connectionMachine>;

  const note = () => screen.getByRole('status').textContent;
  const report = (event: NetworkReport) => act(() => network.report(event));
  const tell = (type: 'request.held' | 'request.released' | 'request.unanswered') =>
    act(() => connection.send({ type }));
  const refuse = () => act(async () => server.last().fail(new Error('no answer')));
  const answer = () => act(async () => server.last().answer());

  beforeEach(() => {
    clock = new SteppedClock();
    network = heldSource();
    server = held();
    connection = createActor(
      connectionMachine.provide({ actors: { watchNetwork: network.logic, probeServer: server.logic } }),
      { clock },
    ).start();
    render(<ConnectionNote connection={connection} />);
  });

  afterEach(() => {
    cleanup();
    connection.stop();
  });

  it('is empty while the server is reachable, and while that is checked', () => {
    expect(note()).toBe('');
    tell('request.unanswered');
    expect(note()).toBe('');
    report({ type: 'network.lost' });
    expect(note()).toBe('');
  });

  it('says that the browser is offline once the server does not answer either', async () => {
    report({ type: 'network.lost' });
    await refuse();
    expect(note()).toBe('Offline, reconnecting');
    report({ type: 'network.regained' });
    expect(note()).toBe('');
  });

  it('is empty without a network where the server answers', async () => {
    report({ type: 'network.lost' });
    await answer();
    expect(note()).toBe('');
  });

  it('says that the server is unreachable, through each retry, until it answers', async () => {
    tell('request.unanswered');
    await refuse();
    expect(note()).toBe('Server unreachable, reconnecting');
    act(() => clock.increment(timing.connectionRetryMs));
    expect(server.calls).toHaveLength(2);
    expect(note()).toBe('Server unreachable, reconnecting');
    await answer();
    expect(note()).toBe('');
  });

  it('counts the requests that wait', async () => {
    tell('request.unanswered');
    await refuse();
    tell('request.held');
    expect(note()).toBe('Server unreachable, 1 request waiting');
    tell('request.held');
    expect(note()).toBe('Server unreachable, 2 requests waiting');
    tell('request.released');
    expect(note()).toBe('Server unreachable, 1 request waiting');
  });
});
