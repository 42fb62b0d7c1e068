import { describe, expect, it } from 'vitest';
import { createActor, fromCallback, SimulatedClock } from 'xstate';
import { timing } from '../../../src/contract/common/timing.ts';
import {
  tellerMachine,
  type OtherPage,
  type TellingAsked,
  type WindowReport,
} from '../../../src/machines/inspector/teller/teller.machine.ts';
import {
  selectAwaited,
  selectFailure,
  selectListening,
  selectUnanswered,
} from '../../../src/machines/inspector/teller/teller.selectors.ts';

function telling({ blocked = false, online = true } = {}) {
  const clock = new SimulatedClock();
  const opened: string[] = [];
  let told = 0;
  let say: (report: WindowReport) => void = () => {};
  let ask = () => {};
  const teller = createActor(
    tellerMachine.provide({
      actors: {
        watchAsks: fromCallback<TellingAsked, undefined>(({ sendBack }) => {
          ask = () => sendBack({ type: 'telling.asked' });
        }),
        tell: fromCallback<WindowReport, { page: OtherPage; asked: boolean }>(({ sendBack, input }) => {
          if (blocked) throw new Error('The browser has blocked the new window.');
          const page = online ? input.page : 'own';
          opened.push(input.asked ? 'the one that asked' : page);
          told += 1;
          say = (report) => sendBack(report);
          say({ type: 'window.opened', page });
          return () => {
            told -= 1;
          };
        }),
      },
    }),
    { clock },
  ).start();
  return {
    teller,
    clock,
    opened,
    told: () => told,
    say: (report: WindowReport) => say(report),
    ask: () => ask(),
    now: () => teller.getSnapshot(),
  };
}

describe('telling another window', () => {
  it('opens Stately’s inspector with one action, and tells it for as long as it is there', () => {
    const { teller, opened, told, say, now } = telling();
    teller.send({ type: 'window.requested', page: 'stately' });
    expect(opened).toEqual(['stately']);
    expect(selectAwaited(now())).toBe('stately');
    say({ type: 'window.listened' });
    expect(selectListening(now())).toBe('stately');
    say({ type: 'window.closed' });
    expect(told()).toBe(0);
  });

  it('opens this application’s own window where there is no network', () => {
    const { teller, opened, now } = telling({ online: false });
    teller.send({ type: 'window.requested', page: 'stately' });
    expect(opened).toEqual(['own']);
    expect(selectAwaited(now())).toBe('own');
  });

  it('says that a page does not come, offers its own, and is not lost when the page comes late', () => {
    const { teller, clock, opened, told, say, now } = telling();
    teller.send({ type: 'window.requested', page: 'stately' });
    clock.increment(timing.otherWindowPatienceMs);
    expect(selectUnanswered(now())).toBe('stately');
    say({ type: 'window.listened' });
    expect(selectUnanswered(now())).toBeNull();
    teller.send({ type: 'window.requested', page: 'own' });
    expect(opened).toEqual(['stately', 'own']);
    expect(told()).toBe(1);
  });

  it('says when the browser lets no window open, until somebody has read it', () => {
    const { teller, now } = telling({ blocked: true });
    teller.send({ type: 'window.requested', page: 'own' });
    expect(selectFailure(now())?.message).toContain('blocked');
    teller.send({ type: 'failure.dismissed' });
    expect(selectFailure(now())).toBeNull();
  });

  it('tells a window that asks, as after this one was loaded anew', () => {
    const { ask, opened, say, now } = telling();
    ask();
    expect(opened).toEqual(['the one that asked']);
    say({ type: 'window.listened' });
    expect(selectListening(now())).toBe('own');
  });
});
