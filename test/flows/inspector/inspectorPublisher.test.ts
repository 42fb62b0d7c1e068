import { describe, expect, it } from 'vitest';
import { createActor, fromCallback, SimulatedClock } from 'xstate';
import { inspectorTiming } from '../../../src/contract/inspector/inspectorTiming.ts';
import {
  inspectorPublisherMachine,
  type InspectorPage,
  type PublishRequested,
  type WindowReport,
} from '../../../src/machines/inspector/inspectorPublisher/inspectorPublisher.machine.ts';
import {
  selectAwaited,
  selectFailure,
  selectIsAsking,
  selectListening,
  selectUnanswered,
} from '../../../src/machines/inspector/inspectorPublisher/inspectorPublisher.selectors.ts';
import { coverChart } from '../../support/cover.ts';
import { inspectorPublisherModel } from './inspectorPublisher.model.ts';

coverChart(inspectorPublisherModel);

function publishing({ blocked = false, online = true } = {}) {
  const clock = new SimulatedClock();
  const opened: string[] = [];
  let published = 0;
  let say: (report: WindowReport) => void = () => {};
  let ask = () => {};
  const publisher = createActor(
    inspectorPublisherMachine.provide({
      actors: {
        watchRequests: fromCallback<PublishRequested, undefined>(({ sendBack }) => {
          ask = () => sendBack({ type: 'publishing.requested' });
        }),
        publish: fromCallback<WindowReport, { page: InspectorPage; asked: boolean }>(({ sendBack, input }) => {
          if (blocked) throw new Error('The browser has blocked the new window.');
          const page = online ? input.page : 'own';
          opened.push(input.asked ? 'the one that asked' : page);
          published += 1;
          say = (report) => sendBack(report);
          say({ type: 'window.opened', page });
          return () => {
            published -= 1;
          };
        }),
      },
    }),
    { clock },
  ).start();
  return {
    publisher,
    clock,
    opened,
    published: () => published,
    say: (report: WindowReport) => say(report),
    ask: () => ask(),
    now: () => publisher.getSnapshot(),
  };
}

describe('telling another window', () => {
  it('opens Stately’s inspector once the user has agreed, and tells it for as long as it is there', () => {
    const { publisher, opened, published, say, now } = publishing();
    publisher.send({ type: 'window.requested', page: 'stately' });
    publisher.send({ type: 'streaming.confirmed' });
    expect(opened).toEqual(['stately']);
    expect(selectAwaited(now())).toBe('stately');
    say({ type: 'window.listened' });
    expect(selectListening(now())).toBe('stately');
    say({ type: 'window.closed' });
    expect(published()).toBe(0);
  });

  it('sends nothing to Stately’s inspector before the user has agreed, and nothing if they do not', () => {
    const { publisher, opened, now } = publishing();
    publisher.send({ type: 'window.requested', page: 'stately' });
    expect(selectIsAsking(now())).toBe(true);
    publisher.send({ type: 'streaming.declined' });
    expect([selectIsAsking(now()), opened]).toEqual([false, []]);
  });

  it('opens this application’s own window where there is no network', () => {
    const { publisher, opened, now } = publishing({ online: false });
    publisher.send({ type: 'window.requested', page: 'stately' });
    publisher.send({ type: 'streaming.confirmed' });
    expect(opened).toEqual(['own']);
    expect(selectAwaited(now())).toBe('own');
  });

  it('says that a page does not come, offers its own, and is not lost when the page comes late', () => {
    const { publisher, clock, opened, published, say, now } = publishing();
    publisher.send({ type: 'window.requested', page: 'stately' });
    publisher.send({ type: 'streaming.confirmed' });
    clock.increment(inspectorTiming.inspectorWindowTimeoutMs);
    expect(selectUnanswered(now())).toBe('stately');
    say({ type: 'window.listened' });
    expect(selectUnanswered(now())).toBeNull();
    publisher.send({ type: 'window.requested', page: 'own' });
    expect(opened).toEqual(['stately', 'own']);
    expect(published()).toBe(1);
  });

  it('says when the browser lets no window open, until somebody has read it', () => {
    const { publisher, now } = publishing({ blocked: true });
    publisher.send({ type: 'window.requested', page: 'own' });
    expect(selectFailure(now())?.message).toContain('blocked');
    publisher.send({ type: 'failure.dismissed' });
    expect(selectFailure(now())).toBeNull();
  });

  it('tells a window that asks, as after this one was loaded anew', () => {
    const { ask, opened, say, now } = publishing();
    ask();
    expect(opened).toEqual(['the one that asked']);
    say({ type: 'window.listened' });
    expect(selectListening(now())).toBe('own');
  });
});
