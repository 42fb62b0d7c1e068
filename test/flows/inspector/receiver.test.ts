import { describe, expect, it } from 'vitest';
import { createActor, fromCallback, SimulatedClock } from 'xstate';
import { inspectorTiming } from '../../../src/contract/inspector/inspectorTiming.ts';
import { inspectorMachine } from '../../../src/machines/inspector/inspector/inspector.machine.ts';
import { receiverMachine, type OpenerReport } from '../../../src/machines/inspector/receiver/receiver.machine.ts';
import { selectInspector, selectReception } from '../../../src/machines/inspector/receiver/receiver.selectors.ts';
import { config } from '../../fixtures/screen.ts';
import { coverChart } from '../../support/cover.ts';
import { receiverModel } from './receiver.model.ts';

coverChart(receiverModel);

function receiving({ inspector = true } = {}) {
  const clock = new SimulatedClock();
  let say: (report: OpenerReport) => void = () => {};
  const receiver = createActor(
    receiverMachine.provide({
      actors: {
        inspector: inspectorMachine.provide({ actors: { pulse: fromCallback(() => {}) } }),
        watchOpener: fromCallback<OpenerReport, { isOffered: boolean }>(({ sendBack, input }) => {
          say = (report) => sendBack(report);
          if (!input.isOffered) say({ type: 'inspection.refused' });
        }),
      },
    }),
    { clock, input: { config: { ...config, inspector } } },
  ).start();
  return {
    receiver,
    clock,
    say: (report: OpenerReport) => say(report),
    reception: () => selectReception(receiver.getSnapshot()),
  };
}

const began: OpenerReport = { type: 'publisher.connected', session: 'x:0', chart: 'app' };

describe('the flow inspector in a window of its own', () => {
  it('is offered where the inspector is, and nowhere else', () => {
    expect(receiving().reception()).toBe('connecting');
    expect(receiving({ inspector: false }).reception()).toBe('switchedOff');
  });

  it('looks at what the window that opened it tells', () => {
    const { receiver, say, reception } = receiving();
    say(began);
    expect(reception()).toBe('live');
    expect(selectInspector(receiver.getSnapshot())?.getSnapshot().context).toMatchObject({
      session: 'x:0',
      chart: 'app',
    });
  });

  it('says that nobody answers, and goes on when somebody does after all', () => {
    const { clock, say, reception } = receiving();
    clock.increment(inspectorTiming.inspectorWindowTimeoutMs);
    expect(reception()).toBe('unanswered');
    say(began);
    expect(reception()).toBe('live');
  });

  it('keeps what was looked at while the other window is loaded anew', () => {
    const { receiver, say, reception } = receiving();
    say(began);
    const inspector = selectInspector(receiver.getSnapshot());
    say({ type: 'publisher.disconnected' });
    expect(reception()).toBe('disconnected');
    say(began);
    expect(reception()).toBe('live');
    expect(selectInspector(receiver.getSnapshot())).toBe(inspector);
  });

  it('still shows the last it was told when the other window is closed', () => {
    const { receiver, say, reception } = receiving();
    say(began);
    say({ type: 'opener.missing' });
    expect(reception()).toBe('closed');
    expect(selectInspector(receiver.getSnapshot())).toBeDefined();
  });

  it('says so when no window has opened it', () => {
    const { say, reception } = receiving();
    say({ type: 'opener.missing' });
    expect(reception()).toBe('withoutOpener');
  });
});
