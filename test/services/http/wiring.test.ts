// @vitest-environment happy-dom
/** What charts keep on this computer, with the services that the application gives them. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createActor, type AnyActorRef } from 'xstate';
import ambientServices from '../../../src/app/ambient/ambientServices.flow.ts';
import { consent } from '../../../src/app/ambient/consent.actor.ts';
import { deferredServices } from '../../../src/app/ambient/deferredServices.actor.ts';
import type { ScreenLibrary } from '../../../src/app/parts/screenLibrary.ts';
import { palette } from '../../../src/app/shell/palette.actor.ts';
import { shortcuts } from '../../../src/app/shell/shortcuts.actor.ts';
import { selectIsAsking } from '../../../src/machines/ambient/consent/consent.selectors.ts';
import { selectEnabled } from '../../../src/machines/ambient/previews/previews.selectors.ts';
import { selectIsDismissed } from '../../../src/machines/ambient/smtpNotice/smtpNotice.selectors.ts';
import { selectRecent } from '../../../src/machines/shell/palette/palette.selectors.ts';
import { selectSettings } from '../../../src/machines/shell/shortcuts/shortcuts.selectors.ts';
import { untilIdle, untilPainted } from '../../../src/services/browser/page.ts';
import { readStored, writeStored } from '../../../src/services/browser/storage.ts';
import { whileAwaited } from '../../../src/services/http/awaitedAnswers.ts';
import { provideTestRuntime } from '../../fixtures/runtime.ts';
import { config as settings, recordingPort, screenInput } from '../../fixtures/screen.ts';
import { createPort, SteppedClock } from '../../support/fakeWorld.ts';

beforeEach(() => {
  localStorage.clear();
  provideTestRuntime({ isReachable: () => false });
});

const fromOtherTab = (key: string, newValue: string | null) => {
  if (newValue === null) localStorage.removeItem(key);
  else localStorage.setItem(key, newValue);
  dispatchEvent(new StorageEvent('storage', { key, newValue }));
};

describe('consent', () => {
  const ask = async () => {
    const clock = new SteppedClock();
    const actor = createActor(
      consent(async () => {}),
      {
        clock,
        input: { platformMode: true, port: createPort(() => {}) },
      },
    ).start();
    await vi.waitFor(() => expect(actor.getSnapshot().value).not.toEqual({ watching: { unset: 'pageLoading' } }));
    clock.increment(300);
    return actor;
  };

  it('waits for the page', async () => {
    let shown = () => {};
    const page = new Promise<void>((resolve) => {
      shown = resolve;
    });
    const clock = new SteppedClock();
    const actor = createActor(
      consent(() => page),
      {
        clock,
        input: { platformMode: true, port: createPort(() => {}) },
      },
    ).start();
    const { signal } = new AbortController();
    // The page has been painted, with its placeholder.
    await untilPainted(signal);
    await untilPainted(signal);
    clock.increment(10_000);
    expect(actor.getSnapshot().value).toEqual({ watching: { unset: 'pageLoading' } });
    shown();
    await vi.waitFor(() => {
      clock.increment(300);
      expect(selectIsAsking(actor.getSnapshot())).toBe(true);
    });
  });

  it('is asked for, stored as it is answered, and not asked for again', async () => {
    const actor = await ask();
    expect(selectIsAsking(actor.getSnapshot())).toBe(true);
    actor.send({ type: 'question.answered', choice: true });
    expect(localStorage.getItem('basechart-telemetry-consent')).toBe('true');
    expect(selectIsAsking((await ask()).getSnapshot())).toBe(false);
  });

  it('given in another tab is no question here any more', async () => {
    const actor = await ask();
    fromOtherTab('basechart-telemetry-consent', 'false');
    expect(selectIsAsking(actor.getSnapshot())).toBe(false);
  });
});

describe('what goes along with every screen', () => {
  const port = recordingPort();
  const { resources, config, now } = screenInput();
  const start = () =>
    createActor(ambientServices, {
      clock: new SteppedClock(),
      input: {
        port,
        resources,
        config,
        now,
        userId: null,
        consent: false,
        agreedHere: false,
        location: null,
        route: null,
        wanted: null,
      },
    }).start();
  const child = <Name extends 'previews' | 'smtpNotice'>(actor: ReturnType<typeof start>, name: Name) =>
    actor.getSnapshot().children[name]!;

  it('keeps each preview by its name, as "true" or "false"', () => {
    const first = child(start(), 'previews');
    first.send({ type: 'previews.opened' });
    first.send({ type: 'preview.chosen', id: 'columnPrivileges' });
    first.send({ type: 'preview.toggled' });
    expect(localStorage.getItem('basechart-ui-previews:columnPrivileges')).toBe('true');
    expect(selectEnabled(child(start(), 'previews').getSnapshot())).toMatchObject({
      apiSidePanel: false,
      columnPrivileges: true,
    });
    fromOtherTab('basechart-ui-previews:apiSidePanel', 'true');
    expect(selectEnabled(first.getSnapshot())).toMatchObject({ apiSidePanel: true, columnPrivileges: true });
    first.send({ type: 'preview.toggled' });
    expect(localStorage.getItem('basechart-ui-previews:columnPrivileges')).toBe('false');
  });

  it('keeps the projects whose SMTP banner was dismissed under one key, separated by commas without spaces', () => {
    const first = child(start(), 'smtpNotice');
    first.send({ type: 'notice.dismissed', ref: 'abc' });
    first.send({ type: 'notice.dismissed', ref: 'def' });
    expect(localStorage.getItem('basechart-smtp-banner-dismissed')).toBe('abc,def');
    const next = child(start(), 'smtpNotice');
    expect(['abc', 'def', 'ghi'].map((ref) => selectIsDismissed(next.getSnapshot(), ref))).toEqual([true, true, false]);
    fromOtherTab('basechart-smtp-banner-dismissed', null);
    expect(selectIsDismissed(next.getSnapshot(), 'abc')).toBe(false);
  });
});

describe('shortcuts', () => {
  const press = () =>
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '?', bubbles: true, cancelable: true }));

  it('keep a key from the browser where it is a shortcut’s, while it is pressed', () => {
    const actor = createActor(shortcuts).start();
    expect(press()).toBe(true);
    actor.send({ type: 'handler.registered', handler: { id: 'sheet', by: 'here', inDialog: false } });
    const fired: string[] = [];
    actor.on('shortcut.fired', ({ id }) => fired.push(id));
    expect([press(), fired]).toEqual([false, ['sheet']]);
    actor.stop();
    expect(press()).toBe(true);
  });

  it('are as they were set up, here or in another tab', () => {
    const actor = createActor(shortcuts).start();
    actor.send({ type: 'shortcut.switched', id: 'goSql', on: false });
    actor.send({ type: 'paletteKey.chosen', key: 'j' });
    expect([readStored('shortcutsOff'), readStored('paletteKey')]).toEqual([['goSql'], 'j']);
    const next: AnyActorRef = createActor(shortcuts).start();
    expect(selectSettings(next.getSnapshot())).toEqual({ off: ['goSql'], paletteKey: 'j' });
    fromOtherTab('basechart-palette-key', '');
    expect(selectSettings(actor.getSnapshot()).paletteKey).toBe('');
  });
});

it('the palette remembers what it was last used for', async () => {
  writeStored('recentCommands', ['old']);
  const machine = palette({
    load: async () => ({ hasFlow: false, layoutFlows: [] }),
    flowOf: () => {
      throw new Error('The docs search was not opened.');
    },
  });
  const actor = createActor(machine, { input: { port: recordingPort() } }).start();
  expect(selectRecent(actor.getSnapshot())).toEqual(['old']);
  actor.send({ type: 'palette.opened' });
  await expect.poll(() => actor.getSnapshot().matches('open'), { interval: 1 }).toBe(true);
  actor.send({ type: 'command.chosen', id: 'new' });
  expect(readStored('recentCommands')).toEqual(['new', 'old']);
  actor.stop();
});

describe('services that the page does not need', () => {
  it('load once the page has its answers, or where these take long', async () => {
    const long = new AbortController();
    vi.spyOn(AbortSignal, 'timeout').mockReturnValue(long.signal);
    vi.stubGlobal('requestIdleCallback', (idle: () => void) => idle());
    const answer = Promise.withResolvers<string>();
    void whileAwaited(answer.promise);
    const load = vi.fn<(name: string) => Promise<never>>(() => new Promise(() => {}));
    const screens = { load } as unknown as ScreenLibrary;
    const clock = new SteppedClock();
    const actor = createActor(
      deferredServices(screens, async () => {}),
      {
        clock,
        input: {
          config: { ...settings, incident: true },
          now: Date.now,
          port: recordingPort(),
          resources: { watch: () => () => {} },
        },
      },
    );
    actor.start();
    clock.increment(0);
    await untilIdle(new AbortController().signal);
    expect(load).not.toHaveBeenCalled();
    long.abort(new Error('too long'));
    await vi.waitFor(() => expect(load).toHaveBeenCalledWith('ambientServices'));
    actor.stop();
    answer.resolve('late');
  });
});
