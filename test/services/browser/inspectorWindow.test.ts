// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  openInspectorWindow,
  statelyMessages,
  typeOf,
  watchRequests,
} from '../../../src/services/browser/inspectorWindow.ts';

const posted = (data: unknown, { source, origin = location.origin }: { source: unknown; origin?: string }) => {
  const event = new MessageEvent('message', { data, origin });
  Object.defineProperty(event, 'source', { value: source });
  window.dispatchEvent(event);
};

function opened(url: string) {
  const sent: unknown[][] = [];
  const target = {
    closed: false,
    focus: () => {},
    postMessage: (...words: unknown[]) => void sent.push(words),
    document: {},
  };
  vi.spyOn(window, 'open').mockReturnValue(target as unknown as Window);
  return { target, sent, other: openInspectorWindow({ url, name: 'other' })! };
}

describe('another window', () => {
  afterEach(() => void vi.restoreAllMocks());

  it('is spoken to on the one origin that it was opened for', () => {
    const { other, sent } = opened('https://elsewhere.example/inspect');
    other.post({ type: 'x' });
    expect(sent).toEqual([[{ type: 'x' }, 'https://elsewhere.example']]);
  });

  it('is listened to, and nobody else is', () => {
    const { other, target } = opened('/_flows/receiver');
    const heard: unknown[] = [];
    const stop = other.listen((data) => heard.push(data));
    posted('its own', { source: target });
    posted('of another window', { source: {} });
    posted('of another origin', { source: target, origin: 'https://elsewhere.example' });
    posted('of nobody', { source: null });
    stop();
    posted('too late', { source: target });
    expect(heard).toEqual(['its own']);
  });

  it('has a page only where that may be looked at', () => {
    const { other, target } = opened('/_flows/receiver');
    expect(other.shownPage()).toBe(target.document);
    Object.defineProperty(target, 'document', {
      get: () => {
        throw new DOMException('Blocked', 'SecurityError');
      },
    });
    expect(other.shownPage()).toBeNull();
  });

  it('does not open where the browser does not let it', () => {
    vi.spyOn(window, 'open').mockReturnValue(null);
    expect(openInspectorWindow({ url: '/', name: 'other' })).toBeNull();
  });

  it('is told when it asks, if it is of this application', () => {
    const asked: unknown[] = [];
    const sent: unknown[][] = [];
    const source = { closed: false, postMessage: (...words: unknown[]) => void sent.push(words) };
    const stop = watchRequests((other) => asked.push(other));
    for (const data of [null, 7, {}, { type: 7 }, { type: 'something' }]) posted(data, { source });
    posted({ type: statelyMessages.listening }, { source, origin: 'https://elsewhere.example' });
    posted({ type: statelyMessages.listening }, { source: window });
    posted({ type: statelyMessages.listening }, { source: null });
    expect(asked).toEqual([]);
    posted({ type: statelyMessages.listening }, { source });
    expect(asked).toHaveLength(1);
    stop();
  });

  it('says of what type a message is, whatever it is', () => {
    expect([typeOf({ type: 'x' }), typeOf({ type: 1 }), typeOf(null), typeOf('x')]).toEqual(['x', null, null, null]);
  });
});
