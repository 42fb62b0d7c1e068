// @vitest-environment happy-dom
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { defaultSqlSettings } from '../../../src/contract/sql/sqlEditor.ts';
import {
  clearStored,
  readStored,
  removeStored,
  storageEntries,
  storedMembers,
  watchStored,
  writeStored,
  type StorageName,
} from '../../../src/services/browser/storage.ts';
import { sqlEntries } from '../../../src/services/sql/sqlEntries.ts';
import { sessionUntil } from '../../fixtures/session.ts';

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

/** The module as it starts on a page whose storage is this. */
async function openedOn(storage: () => object): Promise<typeof import('../../../src/services/browser/storage.ts')> {
  vi.resetModules();
  const areas = ['localStorage', 'sessionStorage'] as const;
  const real = areas.map((area) => [area, Object.getOwnPropertyDescriptor(globalThis, area)!] as const);
  for (const area of areas) Object.defineProperty(globalThis, area, { configurable: true, get: storage });
  try {
    return await import('../../../src/services/browser/storage.ts');
  } finally {
    for (const [area, descriptor] of real) Object.defineProperty(globalThis, area, descriptor);
  }
}

async function sourceText(): Promise<string> {
  const files = await readdir('src', { recursive: true });
  const sources = await Promise.all(
    files.filter((file) => /\.tsx?$/.test(file)).map((file) => readFile(join('src', file), 'utf8')),
  );
  return sources.join('\n');
}

/** Every entry of JSON, by its name. */
const jsonEntries = [
  ...Object.entries(storageEntries).filter(([, { plain }]) => !plain),
  ...Object.entries(sqlEntries),
];

describe('local storage', () => {
  it('gives back what was written, and null for what was not', () => {
    expect(readStored('lastOrganization')).toBeNull();
    expect(writeStored('lastOrganization', 'acme')).toBe(true);
    expect(readStored('lastOrganization')).toBe('acme');
    removeStored('lastOrganization');
    expect(readStored('lastOrganization')).toBeNull();
  });

  it('has keys of its own, one for every entry, wherever it is declared', async () => {
    const declared = [...(await sourceText()).matchAll(/\bentry\('([\w-]+)'/g)].map(([, key]) => `basechart-${key}`);
    expect(declared).toEqual(expect.arrayContaining(Object.values(storageEntries).map(({ key }) => key)));
    expect(declared).toEqual(expect.arrayContaining(Object.values(sqlEntries).map(({ key }) => key)));
    expect(new Set(declared).size).toBe(declared.length);
  });

  it('has a reader for every entry', async () => {
    const text = await sourceText();
    expect(Object.keys(storageEntries).filter((name) => !text.includes(`readStored('${name}'`))).toEqual([]);
  });

  it.each(jsonEntries)('survives a corrupt value of %s', (_, stored) => {
    const { key, ofTab } = stored;
    const area = ofTab ? sessionStorage : localStorage;
    for (const text of ['', '{', '[1', 'null', '\u0000']) {
      area.setItem(key, text);
      expect(() => readStored(stored)).not.toThrow();
      // No entry has any of these as a value, so none stays.
      expect(area.getItem(key)).toBeNull();
    }
  });

  it('keeps what is of one tab in that tab, and through a sign-out', () => {
    writeStored('inspectorOpen', true);
    expect(localStorage.getItem('basechart-inspector-open')).toBeNull();
    clearStored();
    expect(readStored('inspectorOpen')).toBe(true);
  });

  it.each(Object.keys(storageEntries) as StorageName[])('survives a storage without room for %s', async (name) => {
    const opened = await openedOn(() => ({
      getItem: () => null,
      setItem: () => {
        throw new DOMException('full', 'QuotaExceededError');
      },
    }));
    expect(opened.writeStored(name, {} as never)).toBe(false);
    expect(opened.readStored(name)).toBeNull();
  });

  it('keeps members apart', () => {
    writeStored('lastSnippet', 'one', 'project-a');
    writeStored('lastSnippet', 'two', 'project-b');
    expect(readStored('lastSnippet', 'project-a')).toBe('one');
    expect(storedMembers('lastSnippet').toSorted()).toEqual(['project-a', 'project-b']);
    removeStored('lastSnippet', 'project-a');
    expect(storedMembers('lastSnippet')).toEqual(['project-b']);
  });

  it.each([
    ['theme', 'classic-dark', 'basechart-theme'],
    ['density', 'compact', 'basechart-density'],
    ['paletteKey', 'p', 'basechart-palette-key'],
    ['smtpBannerDismissed', 'abc,def', 'basechart-smtp-banner-dismissed'],
  ] as const)('writes plain text where something reads it that parses no JSON: %s', (name, value, key) => {
    writeStored(name, value);
    expect(localStorage.getItem(key)).toBe(value);
    expect(readStored(name)).toBe(value);
  });

  it.each([
    ['text that is no JSON', 'session', '{"access_token":'],
    ['a value of another shape', 'telemetryConsent', '"yes"'],
    ['a theme that does not exist', 'theme', 'pink'],
  ] as const)('survives %s: it is removed and counts as absent', (_, name, text) => {
    const { key } = storageEntries[name];
    localStorage.setItem(key, text);
    expect(readStored(name)).toBeNull();
    expect(localStorage.getItem(key)).toBeNull();
  });

  it.each([
    ['access_token', { access_token: undefined }],
    ['refresh_token', { refresh_token: undefined }],
    ['expires_at', { expires_at: undefined }],
    ['three parts in base64url form', { access_token: 'not.a token.at all' }],
    ['three parts', { access_token: 'only.two' }],
  ])('takes a stored session only with %s', (_, flaw) => {
    const session = sessionUntil(100);
    localStorage.setItem(storageEntries.session.key, JSON.stringify(session));
    expect(readStored('session')).toEqual(session);
    localStorage.setItem(storageEntries.session.key, JSON.stringify({ ...session, ...flaw }));
    expect(readStored('session')).toBeNull();
  });

  it('survives a full storage: the old value stands', async () => {
    const held = new Map([[storageEntries.lastOrganization.key, '"acme"']]);
    const full = {
      getItem: (key: string) => held.get(key) ?? null,
      setItem: () => {
        throw new DOMException('full', 'QuotaExceededError');
      },
    };
    const opened = await openedOn(() => full);
    expect(opened.writeStored('lastOrganization', 'globex')).toBe(false);
    expect(opened.readStored('lastOrganization')).toBe('acme');
  });

  it('lets no consent stand where there is no room for the refusal', async () => {
    const { key } = storageEntries.telemetryConsent;
    const held = new Map([[key, 'true']]);
    await openedOn(() => ({
      getItem: (name: string) => held.get(name) ?? null,
      setItem: () => {
        throw new DOMException('full', 'QuotaExceededError');
      },
      removeItem: (name: string) => held.delete(name),
    }));
    const { keepConsent, readConsent } = await import('../../../src/services/browser/consent.ts');
    expect(readConsent()).toBe(true);
    keepConsent(false);
    expect(readConsent()).toBeNull();
  });

  it('survives a forbidden storage: values last as long as the page', async () => {
    const opened = await openedOn(() => {
      throw new DOMException('blocked', 'SecurityError');
    });
    expect(opened.writeStored('lastOrganization', 'acme')).toBe(true);
    expect(opened.readStored('lastOrganization')).toBe('acme');
    opened.clearStored();
    expect(opened.readStored('lastOrganization')).toBeNull();
  });

  it('survives a storage that may be had and not looked into: values last as long as the page', async () => {
    const denied = () => {
      throw new DOMException('denied', 'SecurityError');
    };
    const opened = await openedOn(() => ({
      getItem: denied,
      setItem: denied,
      removeItem: denied,
      key: denied,
      get length() {
        return denied();
      },
    }));
    expect(opened.readStored('session')).toBeNull();
    expect(opened.writeStored('lastOrganization', 'acme')).toBe(true);
    expect(opened.readStored('lastOrganization')).toBe('acme');
    opened.removeStored('lastOrganization');
    expect(opened.readStored('lastOrganization')).toBeNull();
  });

  it('survives a storage that is refused later', async () => {
    let isDenied = false;
    const lookedInto =
      <Result>(given: Result) =>
      () => {
        if (isDenied) throw new DOMException('denied', 'SecurityError');
        return given;
      };
    const opened = await openedOn(() => ({
      getItem: lookedInto('"acme"'),
      setItem: lookedInto(undefined),
      removeItem: lookedInto(undefined),
      key: lookedInto(storageEntries.lastOrganization.key),
      get length() {
        return lookedInto(1)();
      },
    }));
    expect(opened.readStored('lastOrganization')).toBe('acme');
    isDenied = true;
    expect(opened.readStored('lastOrganization')).toBeNull();
    expect(opened.writeStored('lastOrganization', 'globex')).toBe(false);
    expect(opened.storedMembers('lastSnippet')).toEqual([]);
    expect(() => {
      opened.removeStored('lastOrganization');
      opened.clearStored();
    }).not.toThrow();
  });

  it('that is forbidden keeps nobody signed in beyond the page, which is said once', async () => {
    await openedOn(() => {
      throw new DOMException('blocked', 'SecurityError');
    });
    const { heldSession, keepSession, watchUnpersisted } =
      await import('../../../src/services/accounts/sessionStore.ts');
    let told = 0;
    watchUnpersisted(() => {
      told += 1;
    });
    keepSession(sessionUntil(100));
    keepSession(sessionUntil(200));
    expect([heldSession()?.expires_at, told]).toEqual([200, 1]);
  });

  it('clears all but the theme and density settings, telemetry consent and UI preview flags', () => {
    writeStored('theme', 'dark');
    writeStored('density', 'compact');
    writeStored('telemetryConsent', true);
    writeStored('uiPreviews', true, 'api-side-panel');
    writeStored('session', sessionUntil(100));
    writeStored('owner', 'ada');
    writeStored('lastOrganization', 'acme');
    writeStored('lastSnippet', 'one', 'project-a');
    // Settings of the user, who may be another one next.
    writeStored('paletteKey', 'j');
    writeStored(sqlEntries.settings, { ...defaultSqlSettings, rowLimit: 500 });
    localStorage.setItem('basechart-from-an-older-version', 'x');
    localStorage.setItem('somebody-elses', 'x');
    clearStored();
    expect(Object.keys(localStorage).toSorted()).toEqual([
      'basechart-density',
      'basechart-telemetry-consent',
      'basechart-theme',
      'basechart-ui-previews:api-side-panel',
      'somebody-elses',
    ]);
  });

  it('tells of other tabs’ changes until it is told to stop', () => {
    const heard: unknown[] = [];
    const stop = watchStored('lastOrganization', undefined, (value) => heard.push(value));
    const change = (key: string | null, newValue: string | null) =>
      dispatchEvent(new StorageEvent('storage', { key, newValue }));
    change('basechart-last-organization', '"acme"');
    change('basechart-last-organization', 'broken');
    change('basechart-theme', 'dark');
    change('basechart-last-organization', null);
    change(null, null);
    expect(heard).toEqual(['acme', null, null, null]);
    stop();
    change('basechart-last-organization', '"globex"');
    expect(heard).toHaveLength(4);
  });
});
