import { afterEach, describe, expect, it, vi } from 'vitest';
import { untilAnswered, whileAwaited } from '../../../src/services/http/awaitedAnswers.ts';

/** The page is idle at once, as it is while it waits for the server. */
const idle = vi.fn<(callback: () => void) => void>((callback) => callback());
vi.stubGlobal('requestIdleCallback', idle);

const page = { visibilityState: 'visible', addEventListener: () => {} };
vi.stubGlobal('document', page);
const frame = vi.fn<(callback: () => void) => void>((callback) => callback());
vi.stubGlobal('requestAnimationFrame', frame);

const { signal } = new AbortController();

describe('work for an idle page', () => {
  afterEach(() => {
    page.visibilityState = 'visible';
    idle.mockClear();
    frame.mockClear();
  });

  it('begins at once where no answer is awaited', async () => {
    await untilAnswered(signal);
    expect(idle).toHaveBeenCalledTimes(1);
  });

  it('begins after the frame that shows the last answer', async () => {
    let paint = (): void => undefined;
    frame.mockImplementationOnce((callback) => {
      paint = callback;
    });
    const began = vi.fn<() => void>();
    const waiting = untilAnswered(signal).then(began);
    await vi.waitFor(() => expect(frame).toHaveBeenCalled());
    expect(began).not.toHaveBeenCalled();
    paint();
    await waiting;
    expect(began).toHaveBeenCalledTimes(1);
  });

  it('begins in a tab in the background, which paints nothing', async () => {
    page.visibilityState = 'hidden';
    await untilAnswered(signal);
    expect(frame).not.toHaveBeenCalled();
  });

  it('waits for the answers, also for those of requests that an answer leads to', async () => {
    const first = Promise.withResolvers<string>();
    const second = Promise.withResolvers<string>();
    const read = whileAwaited(first.promise).then(() => whileAwaited(second.promise));
    const began = vi.fn<() => void>();
    const waiting = untilAnswered(signal).then(began);
    first.resolve('project');
    await vi.waitFor(() => expect(idle).toHaveBeenCalled());
    expect(began).not.toHaveBeenCalled();
    second.reject(new Error('refused'));
    await expect(read).rejects.toThrow('refused');
    await waiting;
    expect(began).toHaveBeenCalledTimes(1);
  });

  it('ends with its signal while an answer is awaited', async () => {
    const answer = Promise.withResolvers<string>();
    void whileAwaited(answer.promise);
    const leaving = new AbortController();
    const waiting = untilAnswered(leaving.signal);
    leaving.abort(new Error('left'));
    await expect(waiting).rejects.toThrow('left');
    answer.resolve('late');
  });

  it('ends with its signal', async () => {
    idle.mockImplementationOnce(() => undefined);
    const leaving = new AbortController();
    const waiting = untilAnswered(leaving.signal);
    await vi.waitFor(() => expect(idle).toHaveBeenCalled());
    leaving.abort(new Error('left'));
    await expect(waiting).rejects.toThrow('left');
  });

  it('ends with it also while an answer is awaited', async () => {
    const answer = Promise.withResolvers<string>();
    void whileAwaited(answer.promise);
    const leaving = new AbortController();
    const waiting = untilAnswered(leaving.signal);
    leaving.abort(new Error('left'));
    answer.resolve('project');
    await expect(waiting).rejects.toThrow('left');
  });
});
