import { describe, expect, it } from 'vitest';
import { SimulatedClock, createActor } from 'xstate';
import { shellTiming } from '../../../src/contract/shell/shellTiming.ts';
import { chords } from '../../../src/contract/shell/shortcuts.ts';
import {
  shortcutsMachine,
  type KeyPressed,
  type KeyTaken,
  type SettingsChosen,
  type SettingsFound,
} from '../../../src/machines/shell/shortcuts/shortcuts.machine.ts';
import { selectChoices, selectKeys, selectPrefix } from '../../../src/machines/shell/shortcuts/shortcuts.selectors.ts';
import {
  defaultShortcutSettings,
  keysOf,
  shortcutIds,
  shortcuts,
  type ShortcutId,
  type ShortcutSettings,
} from '../../../src/router/shortcuts.ts';
import { heldSource } from '../../fixtures/heldSource.ts';
import { coverChart } from '../../support/cover.ts';
import { shortcutsModel } from './shortcuts.model.ts';

coverChart(shortcutsModel);

function listening(stored: ShortcutSettings = defaultShortcutSettings) {
  const keyboard = heldSource<KeyTaken, KeyPressed, undefined>();
  const storage = heldSource<SettingsChosen, SettingsFound, undefined>();
  const clock = new SimulatedClock();
  const actor = createActor(
    shortcutsMachine.provide({ actors: { keyboard: keyboard.logic, storage: storage.logic } }),
    { clock },
  );
  const fired: string[] = [];
  actor.on('shortcut.fired', ({ id, by }) => fired.push(by === 'shell' ? id : `${id} by ${by}`));
  actor.start();
  storage.report({ type: 'settings.loaded', settings: stored });
  return {
    actor,
    clock,
    fired,
    kept: storage.told,
    answer: (id: ShortcutId, by = 'shell', inDialog = false) =>
      actor.send({ type: 'handler.registered', handler: { id, by, inDialog } }),
    /** Whether the press was a shortcut’s, and not the browser’s. */
    press(stroke: string, where: Partial<KeyPressed> = {}): boolean {
      const before = keyboard.told.length;
      keyboard.report({ type: 'key.pressed', stroke, inField: false, inDialog: false, ...where });
      return keyboard.told.length > before;
    },
  };
}

describe('the table of shortcuts', () => {
  it('has no two that are pressed alike, and none that begins another', () => {
    const ways = shortcutIds.flatMap((id) => keysOf(id, defaultShortcutSettings));
    expect(new Set(ways).size).toBe(ways.length);
    for (const way of ways) expect(ways.filter((other) => other.startsWith(`${way} `))).toEqual([]);
  });

  it('has the chords: `G` then H home, T tables, S SQL, D database, A auth, L logs, I integrations, "," settings, U account; and C auth settings, V advisors', () => {
    expect(chords).toEqual({
      home: 'G H',
      tables: 'G T',
      sql: 'G S',
      database: 'G D',
      auth: 'G A',
      authSettings: 'G C',
      logs: 'G L',
      advisors: 'G V',
      integrations: 'G I',
      settings: 'G ,',
      account: 'G U',
    });
    const pageIds = shortcutIds.filter((id) => shortcuts[id].page !== undefined);
    expect(pageIds).toEqual(expect.arrayContaining(['goHome', 'goSql', 'goAccount']));
    const known: readonly string[] = Object.values(chords);
    expect(pageIds.flatMap((id) => shortcuts[id].keys).filter((keys) => !known.includes(keys))).toEqual([]);
  });
});

describe('shortcuts', () => {
  it('fire when a chord is pressed, one key after the other', () => {
    const { answer, press, fired } = listening();
    answer('goSql');
    expect(press('G')).toBe(true);
    expect(press('S')).toBe(true);
    expect(fired).toEqual(['goSql']);
  });

  it('forget the beginning of a chord after a while', () => {
    const { answer, press, fired, clock } = listening();
    answer('goSql');
    press('G');
    clock.increment(shellTiming.chordTimeoutMs);
    expect(press('S')).toBe(false);
    expect(fired).toEqual([]);
  });

  it('take another key for what it is, and begin a chord anew', () => {
    const { answer, press, fired } = listening();
    answer('goSql');
    answer('sheet');
    press('G');
    expect(press('X')).toBe(false);
    expect(press('S')).toBe(false);
    press('G');
    press('G');
    press('S');
    // The chord is over.
    expect(press('S')).toBe(false);
    press('G');
    press('?');
    expect(press('S')).toBe(false);
    expect(fired).toEqual(['goSql', 'sheet']);
  });

  it('never fire while typing, but for what types nothing', () => {
    const { answer, press, fired } = listening();
    for (const id of ['goSql', 'sheet', 'palette'] as const) answer(id);
    for (const stroke of ['G', 'S', '?', 'Mod+/']) expect(press(stroke, { inField: true })).toBe(false);
    press('Mod+K', { inField: true });
    expect(fired).toEqual(['palette']);
  });

  it('rest below an open dialog, which may have its own', () => {
    const { answer, press, fired } = listening();
    answer('sheet');
    expect(press('?', { inDialog: true })).toBe(false);
    answer('sheet', 'the sheet itself', true);
    press('?', { inDialog: true });
    press('?');
    expect(fired).toEqual(['sheet by the sheet itself', 'sheet']);
  });

  it('are answered by whoever came last, and by nobody once all have gone', () => {
    const { answer, press, fired, actor } = listening();
    answer('runQuery', 'first');
    answer('runQuery', 'second');
    press('Mod+Enter');
    actor.send({ type: 'handler.withdrawn', by: 'second' });
    press('Mod+Enter');
    actor.send({ type: 'handler.withdrawn', by: 'first' });
    expect(press('Mod+Enter')).toBe(false);
    expect(fired).toEqual(['runQuery by second', 'runQuery by first']);
  });

  it('are not offered where nobody answers', () => {
    const { answer, actor } = listening();
    expect(selectKeys(actor.getSnapshot(), 'goSql')).toBeNull();
    answer('goSql');
    expect(selectKeys(actor.getSnapshot(), 'goSql')).toBe('G S');
  });

  it('show what a chord can become', () => {
    const { answer, press, actor } = listening();
    answer('goSql');
    answer('goHome');
    press('G');
    expect(selectPrefix(actor.getSnapshot())).toBe('G');
    expect(selectChoices(actor.getSnapshot())).toEqual([
      { id: 'goSql', next: 'S' },
      { id: 'goHome', next: 'H' },
    ]);
  });
});

describe('every shortcut', () => {
  it('can be switched off, and stays so at the next visit', () => {
    const { answer, press, fired, actor, kept } = listening();
    answer('goSql');
    actor.send({ type: 'shortcut.switched', id: 'goSql', on: false });
    expect(press('G')).toBe(false);
    expect(kept.at(-1)?.settings).toEqual({ off: ['goSql'], paletteKey: 'k' });
    const { answer: answerAgain, press: pressAgain, actor: later } = listening(kept.at(-1)!.settings);
    answerAgain('goSql');
    expect(pressAgain('G')).toBe(false);
    later.send({ type: 'shortcut.switched', id: 'goSql', on: true });
    expect(pressAgain('G')).toBe(true);
    expect(fired).toEqual([]);
  });

  it('is as it comes where storage is refused', () => {
    const actor = createActor(
      shortcutsMachine.provide({ actors: { keyboard: heldSource<KeyTaken, KeyPressed, undefined>().logic } }),
    ).start();
    expect(actor.getSnapshot().status).toBe('active');
    actor.send({ type: 'handler.registered', handler: { id: 'sheet', by: 'shell', inDialog: false } });
    expect(selectKeys(actor.getSnapshot(), 'sheet')).toBe('?');
  });
});

describe('the palette’s key', () => {
  it('is Mod with k by default', () => {
    const { answer, press, fired } = listening();
    answer('palette');
    press('Mod+K');
    expect(fired).toEqual(['palette']);
  });

  it('can be another one', () => {
    const { answer, press, fired, actor, kept } = listening();
    answer('palette');
    actor.send({ type: 'paletteKey.chosen', key: 'p' });
    expect(press('Mod+K')).toBe(false);
    press('Mod+P');
    expect(fired).toEqual(['palette']);
    expect(kept.at(-1)?.settings.paletteKey).toBe('p');
  });

  it('is kept while the palette is switched off', () => {
    const { answer, press, actor, kept } = listening();
    answer('palette');
    actor.send({ type: 'paletteKey.chosen', key: 'j' });
    actor.send({ type: 'shortcut.switched', id: 'palette', on: false });
    expect(press('Mod+J')).toBe(false);
    actor.send({ type: 'shortcut.switched', id: 'palette', on: true });
    expect(press('Mod+J')).toBe(true);
    expect(kept.at(-1)?.settings).toEqual({ off: [], paletteKey: 'j' });
  });

  it('works once it is chosen, also where the palette was switched off', () => {
    const { answer, press, actor } = listening({ off: ['palette', 'goSql'], paletteKey: 'k' });
    answer('palette');
    actor.send({ type: 'paletteKey.chosen', key: 'p' });
    expect(press('Mod+P')).toBe(true);
    expect(actor.getSnapshot().context.settings.off).toEqual(['goSql']);
  });

  it('is off when it is empty, and comes back as k', () => {
    const { answer, press, actor } = listening({ off: [], paletteKey: '' });
    answer('palette');
    expect(press('Mod+K')).toBe(false);
    actor.send({ type: 'shortcut.switched', id: 'palette', on: true });
    expect(press('Mod+K')).toBe(true);
    actor.send({ type: 'shortcut.switched', id: 'palette', on: false });
    expect(press('Mod+K')).toBe(false);
  });
});
