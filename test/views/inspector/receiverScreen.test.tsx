import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createActor, fromCallback } from 'xstate';
import { inspectorTiming } from '../../../src/contract/inspector/inspectorTiming.ts';
import { inspectorMachine } from '../../../src/machines/inspector/inspector/inspector.machine.ts';
import { receiverMachine, type OpenerReport } from '../../../src/machines/inspector/receiver/receiver.machine.ts';
import ReceiverScreen from '../../../src/views/inspector/ReceiverScreen.tsx';
import { heldSource } from '../../fixtures/heldSource.ts';
import { config } from '../../fixtures/screen.ts';
import { SteppedClock } from '../../support/fakeWorld.ts';

const connected: OpenerReport = { type: 'publisher.connected', session: 'x:0', chart: 'app' };

describe('the flow inspector in its own window', () => {
  let clock: SteppedClock;
  let opener: ReturnType<typeof heldSource<OpenerReport, OpenerReport, { isOffered: boolean }>>;

  const alive = inspectorMachine.provide({ actors: { pulse: fromCallback(() => {}) } });
  const show = ({ isOffered = true, inspector = alive } = {}) => {
    const flow = createActor(
      receiverMachine.provide({
        actors: { watchOpener: opener.logic, inspector },
      }),
      { clock, input: { config: { ...config, inspector: isOffered } } },
    ).start();
    render(<ReceiverScreen flow={flow} />);
  };
  const report = (event: OpenerReport) => act(async () => opener.report(event));
  const actors = () => screen.queryByRole('tree', { name: 'Actors' });

  beforeEach(() => {
    clock = new SteppedClock();
    opener = heldSource();
  });
  afterEach(cleanup);

  it('waits for the other window, and says when that does not respond', () => {
    show();
    expect(screen.getByRole('status').textContent).toContain('Waiting for connection…');
    act(() => clock.increment(inspectorTiming.inspectorWindowTimeoutMs));
    expect(screen.getByRole('status').textContent).toContain('The other window is not responding');
    expect(screen.getByRole('link', { name: 'Inspect this window' }).getAttribute('href')).toBe('/_flows');
    expect(actors()).toBeNull();
  });

  it('shows the actors of the other window as soon as it connects', async () => {
    show();
    act(() => clock.increment(inspectorTiming.inspectorWindowTimeoutMs));
    await report(connected);
    expect(actors()).not.toBeNull();
    expect(screen.getByText(/^Live/)).toBeTruthy();
    // A window that receives events does not pass them on.
    expect(screen.queryByRole('button', { name: 'Open in Stately Inspector' })).toBeNull();
  });

  it('offers to inspect this window where no other one opened it', async () => {
    show();
    await report({ type: 'opener.missing' });
    expect(screen.getByText('No window to inspect')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Inspect this window' }).getAttribute('href')).toBe('/_flows');
  });

  it('keeps the last events while the other window reloads, and after it was closed', async () => {
    show();
    await report(connected);
    await report({ type: 'publisher.disconnected' });
    expect(screen.getByText('Connection lost')).toBeTruthy();
    expect(actors()).not.toBeNull();
    await report(connected);
    expect(screen.queryByText('Connection lost')).toBeNull();
    expect(screen.getByText(/^Live/)).toBeTruthy();
    await report({ type: 'opener.missing' });
    expect(screen.getByText('The other window was closed')).toBeTruthy();
    expect(actors()).not.toBeNull();
    expect(screen.queryByText(/^Live/)).toBeNull();
  });

  it('says that this deployment has no flow inspector', async () => {
    show({ isOffered: false });
    await report({ type: 'inspection.refused' });
    expect(screen.getByText('Flow inspector disabled')).toBeTruthy();
  });

  it('says that the inspector crashed, and why', async () => {
    const defect = fromCallback(() => {
      throw new Error('A defect in the chart.');
    });
    show({ inspector: defect as never });
    await report(connected);
    expect(screen.getByText('The flow inspector crashed')).toBeTruthy();
    expect(screen.getByRole('status').textContent).toContain('(A defect in the chart.)');
    expect(actors()).toBeNull();
  });
});
