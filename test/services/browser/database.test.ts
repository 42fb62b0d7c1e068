import * as standIns from 'fake-indexeddb';
import { deleteDB, openDB, unwrap, type DBSchema } from 'idb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { databaseOpener } from '../../../src/services/browser/database.ts';

const name = 'notes';

interface Notes extends DBSchema {
  texts: { key: string; value: string };
}

describe('a database of the browser', () => {
  let upgrades: number;
  let open: ReturnType<typeof databaseOpener<Notes>>;
  beforeEach(() => {
    for (const [key, value] of Object.entries(standIns)) if (key !== 'default') vi.stubGlobal(key, value);
    vi.stubGlobal('indexedDB', new standIns.IDBFactory());
    upgrades = 0;
    open = databaseOpener<Notes>(name, 2, (database, before) => {
      upgrades += 1;
      if (before < 1) database.createObjectStore('texts');
    });
  });
  afterEach(async () => {
    (await open()).close();
    vi.unstubAllGlobals();
  });

  it('is opened once, and upgraded once', async () => {
    const [one, other] = await Promise.all([open(), open()]);
    expect(one).toBe(other);
    expect(await open()).toBe(one);
    expect(upgrades).toBe(1);
  });

  it('gives way to another tab that deletes it, and is opened again', async () => {
    await (await open()).put('texts', 'old', 'key');
    await deleteDB(name);
    expect(await (await open()).get('texts', 'key')).toBeUndefined();
    expect(upgrades).toBe(2);
  });

  it('gives way to another tab with a newer layout', async () => {
    await open();
    const newer = await openDB(name, 3);
    expect(newer.version).toBe(3);
    await expect(open()).rejects.toThrow(/version/);
    newer.close();
    await deleteDB(name);
  });

  it('is opened again after the browser has closed it', async () => {
    const first = await open();
    await first.put('texts', 'kept', 'key');
    standIns.forceCloseDatabase(unwrap(first) as never);
    await vi.waitFor(async () => expect(await (await open()).get('texts', 'key')).toBe('kept'));
  });
});
