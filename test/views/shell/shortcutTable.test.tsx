import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import {
  shortcutsMachine,
  type KeyPressed,
  type KeyTaken,
  type SettingsChosen,
  type SettingsFound,
} from '../../../src/machines/shell/shortcuts/shortcuts.machine.ts';
import type { ShortcutId } from '../../../src/router/shortcuts.ts';
import { ShortcutTable } from '../../../src/views/shell/ShortcutTable.tsx';
import { heldSource } from '../../fixtures/heldSource.ts';

function show(...answered: ShortcutId[]) {
  const storage = heldSource<SettingsChosen, SettingsFound, undefined>();
  const keyboard = heldSource<KeyTaken, KeyPressed, undefined>();
  const shortcuts = createActor(
    shortcutsMachine.provide({ actors: { storage: storage.logic, keyboard: keyboard.logic } }),
  ).start();
  for (const id of answered) shortcuts.send({ type: 'handler.registered', handler: { id, by: id, inDialog: false } });
  render(<ShortcutTable shortcuts={shortcuts} />);
  return { kept: () => storage.told.at(-1)?.settings };
}

const rows = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent);

describe('the list of shortcuts', () => {
  afterEach(cleanup);

  it('has those that are answered here, by group, and how each is pressed', () => {
    show('goSql', 'sheet', 'saveQuery');
    expect(screen.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual([
      'General',
      'Go to',
      'SQL editor',
      'In the text of a query',
    ]);
    expect(rows().slice(0, 2)).toEqual(['Keyboard shortcuts?orCtrl /', 'SQL editorGthenS']);
  });

  it('has every key of the SQL editor there, also of what cannot be done now, and no switch for its own', () => {
    show('saveQuery');
    expect(rows()).toEqual([
      'Run query or selectionCtrl Enter',
      'Cancel queryCtrl .',
      'Save queryCtrl S',
      'Find and replaceCtrl F',
      'Toggle commentCtrl /',
      'Show suggestionsCtrl Space',
      'Go to the errorF8',
    ]);
    expect(screen.getAllByRole('switch')).toHaveLength(3);
    cleanup();
    show('goSql');
    expect(rows()).toEqual(['SQL editorGthenS']);
  });

  it('switches each off and on', async () => {
    const { kept } = show('goSql');
    await userEvent.click(screen.getByRole('switch', { name: 'SQL editor' }));
    expect(rows()).toEqual(['SQL editorOff']);
    expect(kept()).toEqual({ off: ['goSql'], paletteKey: 'k' });
    await userEvent.click(screen.getByRole('switch', { name: 'SQL editor' }));
    expect(kept()).toEqual({ off: [], paletteKey: 'k' });
  });

  it('lets the palette have another key, or none', async () => {
    const { kept } = show('palette');
    const key = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Command palette shortcut' });
    expect(key.selectedOptions[0]?.textContent).toBe('Ctrl K');
    await userEvent.selectOptions(key, 'Ctrl P');
    expect(kept()?.paletteKey).toBe('p');
    await userEvent.click(screen.getByRole('switch', { name: 'Command palette' }));
    expect(kept()).toEqual({ off: ['palette'], paletteKey: 'p' });
    expect(within(key).getByRole<HTMLOptionElement>('option', { name: 'Off' }).selected).toBe(true);
    await userEvent.click(screen.getByRole('switch', { name: 'Command palette' }));
    expect(key.value).toBe('p');
  });
});
