import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const read = (path: string): string => readFileSync(join(import.meta.dirname, '../../..', path), 'utf8');

const page = read('index.html');

describe('the shell in index.html', () => {
  // Without its links, which this DOM would follow.
  const parsed = new DOMParser().parseFromString(page.replaceAll(/<link[^>]*>/g, ''), 'text/html');

  it('carries nothing that the content security policy refuses', () => {
    expect(
      [...parsed.scripts].filter((script) => !script.hasAttribute('src')).map(({ textContent }) => textContent),
    ).toEqual([]);
    expect(parsed.querySelectorAll('style, [style]').length).toBe(0);
    expect(page).not.toMatch(/\son\w+=/);
  });

  it('asks nobody but its own origin', () => {
    expect(
      [...page.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, url]) => url).filter((url) => !url?.startsWith('/')),
    ).toEqual([]);
  });

  it('chooses the theme before anything is painted, and paints before the application runs', () => {
    const [theme, styles, application] = ['/theme.js', 'styles.css', '/src/main.tsx'].map((part) => page.indexOf(part));
    expect(theme).toBeLessThan(styles!);
    expect(styles).toBeLessThan(page.indexOf('<body>'));
    expect(page.slice(application! - 60, application)).toContain('type="module"');
  });

  it('has its rules in the style sheet', () => {
    const styles = read('src/views/theme/styles.css');
    const classes = [...parsed.querySelectorAll('#root [class]')].flatMap((element) => [...element.classList]);
    expect(classes.length).toBeGreaterThan(0);
    for (const name of classes) expect(styles).toContain(`.${name} {`);
  });

  it('shows the same mark as the application and the tab', () => {
    const arc = /M6 8c[^"]+/.exec(page)?.[0];
    expect(arc).toBeTruthy();
    for (const path of ['public/favicon.svg', 'src/views/ui/Mark.tsx']) expect(read(path)).toContain(arc);
  });
});

describe('public/theme.js', () => {
  const run = (systemIsDark: boolean) => {
    vi.stubGlobal('matchMedia', () => ({ matches: systemIsDark }));
    // oxlint-disable-next-line typescript/no-implied-eval, no-new-func -- the file is a plain script, as the browser runs it
    new Function(read('public/theme.js'))();
    return document.documentElement.dataset['theme'];
  };

  beforeEach(() => localStorage.clear());
  afterEach(() => vi.unstubAllGlobals());

  it.each([
    [true, 'dark'],
    [false, 'light'],
  ])('takes the system’s theme when nothing is chosen (%s)', (systemIsDark, theme) => {
    expect(run(systemIsDark)).toBe(theme);
    localStorage.setItem('basechart-theme', 'system');
    expect(run(systemIsDark)).toBe(theme);
  });

  it.each(['light', 'dark', 'classic-dark'])('takes the chosen %s', (theme) => {
    localStorage.setItem('basechart-theme', theme);
    expect(run(theme === 'light')).toBe(theme);
  });

  it('takes the system’s theme when storage is refused, or holds nonsense', () => {
    localStorage.setItem('basechart-theme', 'solarized');
    expect(run(true)).toBe('dark');
    vi.stubGlobal('localStorage', {
      getItem: () => {
        throw new DOMException('refused', 'SecurityError');
      },
    });
    expect(run(false)).toBe('light');
  });
});
