import { beforeEach, describe, expect, it } from 'vitest';
import { createActor, fromPromise, waitFor, type Actor } from 'xstate';
import { clipboardMachine } from '../../../src/machines/shell/clipboard/clipboard.machine.ts';
import { selectCopiedKey } from '../../../src/machines/shell/clipboard/clipboard.selectors.ts';
import { recordingPort } from '../../fixtures/screen.ts';
import { coverChart } from '../../support/cover.ts';
import { SteppedClock } from '../../support/fakeWorld.ts';
import { clipboardModel } from './clipboard.model.ts';

coverChart(clipboardModel);

describe('copying', () => {
  let clock: SteppedClock;
  let port: ReturnType<typeof recordingPort>;
  let written: unknown[];
  let hasFocus: boolean;
  let clipboard: Actor<typeof clipboardMachine>;

  const copy = async (text: string, key: string) => {
    clipboard.send({ type: 'copy.requested', text, key });
    await waitFor(clipboard, (snapshot) => !snapshot.matches('copying'));
  };

  beforeEach(() => {
    clock = new SteppedClock();
    port = recordingPort();
    written = [];
    hasFocus = true;
    clipboard = createActor(
      clipboardMachine.provide({
        actors: {
          write: fromPromise(({ input }) => {
            if (!hasFocus) return Promise.reject(new DOMException('Document is not focused.', 'NotAllowedError'));
            written.push(input.text);
            return Promise.resolve();
          }),
        },
      }),
      { clock, input: { port } },
    ).start();
  });

  it('puts the text on the clipboard, and the button that asked says so for a moment', async () => {
    await copy('postgres://here', 'uri');
    expect(written).toEqual(['postgres://here']);
    expect(selectCopiedKey(clipboard.getSnapshot())).toBe('uri');
    clock.increment(1500);
    expect(selectCopiedKey(clipboard.getSnapshot())).toBeNull();
  });

  it('says "Unable to copy to clipboard" when the window lacks focus', async () => {
    hasFocus = false;
    await copy('postgres://here', 'uri');
    expect(port.commands).toEqual([
      { type: 'toast.requested', toast: { tone: 'danger', title: 'Unable to copy to clipboard' } },
    ]);
    expect(selectCopiedKey(clipboard.getSnapshot())).toBeNull();
  });

  it('puts a table beside the text, where one was given', async () => {
    const both = { 'text/plain': '1', 'text/html': '<table></table>' };
    const given: unknown[] = [];
    const table = createActor(
      clipboardMachine.provide({ actors: { write: fromPromise(async ({ input }) => void given.push(input.text)) } }),
      { input: { port } },
    ).start();
    table.send({ type: 'copy.requested', text: both, key: 'cells' });
    await waitFor(table, (snapshot) => snapshot.matches('copied'));
    expect(given).toEqual([both]);
  });

  it('lets only the last button say that it has copied', async () => {
    await copy('one', 'first');
    await copy('two', 'second');
    expect(selectCopiedKey(clipboard.getSnapshot())).toBe('second');
  });

  it('does not hold what it copied', async () => {
    await copy('a secret', 'key');
    expect(JSON.stringify(clipboard.getSnapshot().context)).not.toContain('a secret');
    clipboard.send({ type: 'copy.requested', text: { 'text/html': 'a secret' }, key: 'cells' });
    await waitFor(clipboard, (snapshot) => !snapshot.matches('copying'));
    expect(JSON.stringify(clipboard.getSnapshot().context)).not.toContain('a secret');
  });
});
