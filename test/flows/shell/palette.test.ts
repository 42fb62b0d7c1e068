import { describe, expect, it } from 'vitest';
import { createActor, fromCallback, waitFor } from 'xstate';
import { recentCommandsKept } from '../../../src/contract/shell/palette.ts';
import {
  paletteMachine,
  type RecentChanged,
  type RecentFound,
} from '../../../src/machines/shell/palette/palette.machine.ts';
import {
  selectDepth,
  selectIsOpen,
  selectLevel,
  selectRecent,
} from '../../../src/machines/shell/palette/palette.selectors.ts';
import { held } from '../../fixtures/held.ts';
import { heldSource } from '../../fixtures/heldSource.ts';
import { recordingPort } from '../../fixtures/screen.ts';
import { coverChart } from '../../support/cover.ts';
import { paletteModel } from './palette.model.ts';

coverChart(paletteModel);

function closed() {
  const load = held<void>();
  const loadEarly = held<void>();
  const loadDocs = held<void>();
  const docsSearch: unknown[] = [];
  const storage = heldSource<RecentChanged, RecentFound, undefined>();
  const port = recordingPort();
  const actor = createActor(
    paletteMachine.provide({
      actors: {
        load: load.logic,
        loadEarly: loadEarly.logic,
        loadDocs: loadDocs.logic,
        docsSearch: fromCallback(({ input }) => void docsSearch.push(input)) as never,
        storage: storage.logic,
      },
    }),
    { input: { port } },
  ).start();
  return {
    actor,
    load,
    loadEarly,
    loadDocs,
    /** What the docs search was started with, each time. */
    started: () => docsSearch,
    storage,
    port,
    level: () => selectLevel(actor.getSnapshot()),
    isOpen: () => selectIsOpen(actor.getSnapshot()),
  };
}

async function opened(page?: string) {
  const palette = closed();
  palette.actor.send({ type: 'palette.opened', ...(page !== undefined && { page }) });
  palette.load.last().answer();
  await waitFor(palette.actor, selectIsOpen);
  return palette;
}

describe('the command palette', () => {
  it('is fetched while nothing else is going on, or when it is asked for before', () => {
    const { actor, load, loadEarly } = closed();
    expect(loadEarly.calls.length).toBe(1);
    expect(load.calls.length).toBe(0);
    actor.send({ type: 'palette.opened' });
    expect(load.calls.length).toBe(1);
  });

  it('is toggled by its key, each press of which counts while it is being fetched too', async () => {
    const { actor, load, isOpen } = closed();
    const press = (times: number) => {
      for (let count = 0; count < times; count += 1) actor.send({ type: 'palette.toggled' });
    };
    press(8);
    expect(load.calls.every(({ signal }) => signal.aborted)).toBe(true);
    expect(actor.getSnapshot().matches('closed')).toBe(true);
    press(9);
    load.last().answer();
    await waitFor(actor, selectIsOpen);
    press(9);
    expect(isOpen()).toBe(false);
  });

  it('closes on route change', async () => {
    const { actor, isOpen } = await opened();
    actor.send({ type: 'page.changed' });
    expect(isOpen()).toBe(false);
  });

  it('does not open on a page that its user has left meanwhile', async () => {
    const { actor, load, isOpen } = closed();
    actor.send({ type: 'palette.opened' });
    actor.send({ type: 'page.changed' });
    expect(load.last().signal.aborted).toBe(true);
    expect(isOpen()).toBe(false);
  });

  it('has nested pages, and each keeps what was typed into it', async () => {
    const { actor, level, isOpen } = await opened();
    actor.send({ type: 'query.changed', query: 'the' });
    actor.send({ type: 'page.entered', page: 'theme' });
    expect(level()).toEqual({ page: 'theme', query: '', highlighted: null });
    actor.send({ type: 'query.changed', query: 'da' });
    actor.send({ type: 'page.left' });
    expect(level()).toEqual({ page: 'root', query: 'the', highlighted: null });
    actor.send({ type: 'page.left' });
    expect(isOpen()).toBe(false);
  });

  it('can open at a page, with the first page behind it', async () => {
    const { actor, level } = await opened('projects');
    expect(level()?.page).toBe('projects');
    expect(selectDepth(actor.getSnapshot())).toBe(2);
    actor.send({ type: 'page.left' });
    expect(level()?.page).toBe('root');
  });

  it('begins at the first entry again when something else is typed', async () => {
    const { actor, level } = await opened();
    actor.send({ type: 'entry.highlighted', id: 'theme' });
    expect(level()?.highlighted).toBe('theme');
    actor.send({ type: 'query.changed', query: 'new' });
    expect(level()?.highlighted).toBeNull();
  });

  it('begins anew each time', async () => {
    const { actor, load, level } = await opened();
    actor.send({ type: 'query.changed', query: 'new' });
    actor.send({ type: 'palette.closed' });
    actor.send({ type: 'palette.opened' });
    load.last().answer();
    await waitFor(actor, selectIsOpen);
    expect(level()?.query).toBe('');
  });

  it('closes when a command is chosen, and remembers the latest few for the next visit', async () => {
    const { actor, load, storage, isOpen } = await opened();
    storage.report({ type: 'recent.loaded', commands: ['old', 'older'] });
    for (let count = 0; count < recentCommandsKept; count += 1) {
      const loads = load.calls.length;
      actor.send({ type: 'command.chosen', id: `command ${count % 4}` });
      expect([isOpen(), load.calls.length]).toEqual([false, loads]);
      actor.send({ type: 'palette.opened' });
      load.last().answer();
      await waitFor(actor, selectIsOpen);
    }
    expect(selectRecent(actor.getSnapshot())).toEqual(['command 0', 'command 3', 'command 2', 'command 1', 'old']);
    expect(storage.told.at(-1)?.commands).toEqual(selectRecent(actor.getSnapshot()));
  });

  it('opens at the docs search with words to search for, which another part of the page has', async () => {
    const { actor, load, loadDocs, started, level } = closed();
    actor.send({ type: 'palette.opened', page: 'docs', query: 'column does not exist' });
    load.last().answer();
    await waitFor(actor, selectIsOpen);
    expect(level()).toMatchObject({ page: 'docs', query: 'column does not exist' });
    loadDocs.last().answer();
    await waitFor(actor, (snapshot) => snapshot.matches({ open: 'searchingDocs' }));
    expect(started()).toEqual([{ name: 'docsSearch', input: { query: 'column does not exist' } }]);
  });

  it('loads the docs search when its page opens, and starts it with what was typed by then', async () => {
    const { actor, loadDocs, started, level } = await opened();
    expect(loadDocs.calls.length).toBe(0);
    actor.send({ type: 'page.entered', page: 'docs', query: 'row' });
    expect([loadDocs.calls.length, started()]).toEqual([1, []]);
    actor.send({ type: 'query.changed', query: 'row level' });
    loadDocs.last().answer();
    await waitFor(actor, (snapshot) => snapshot.matches({ open: 'searchingDocs' }));
    expect(started()).toEqual([{ name: 'docsSearch', input: { query: 'row level' } }]);
    actor.send({ type: 'page.left' });
    expect(level()?.page).toBe('root');
    expect(actor.getSnapshot().children.docsSearch).toBeUndefined();
  });

  it('opens at the docs search, with the first page behind it', async () => {
    const { actor, loadDocs, level } = await opened('docs');
    expect(loadDocs.calls.length).toBe(1);
    actor.send({ type: 'page.left' });
    expect([level()?.page, loadDocs.last().signal.aborted]).toEqual(['root', true]);
  });

  it('goes back to the commands and says so when the docs search cannot be fetched', async () => {
    const { actor, loadDocs, port, level, isOpen } = await opened();
    actor.send({ type: 'page.entered', page: 'docs' });
    loadDocs.last().fail(new Error('offline'));
    await waitFor(actor, (snapshot) => snapshot.matches({ open: 'choosing' }));
    expect([isOpen(), level()?.page]).toEqual([true, 'root']);
    expect(port.commands).toEqual([
      {
        type: 'toast.requested',
        toast: { tone: 'danger', title: 'Could not load the docs search', description: 'offline' },
      },
    ]);
  });

  it('says so when it cannot be fetched', async () => {
    const { actor, load, port } = closed();
    actor.send({ type: 'palette.opened' });
    load.last().fail(new Error('offline'));
    await waitFor(actor, (snapshot) => snapshot.matches('closed'));
    expect(port.commands).toEqual([
      {
        type: 'toast.requested',
        toast: { tone: 'danger', title: 'Could not load the command palette', description: 'offline' },
      },
    ]);
  });
});
