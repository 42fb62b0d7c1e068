import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { importsIn } from '../../scripts/vite/bootScript.ts';
import { pageNames, pageOf } from '../../src/router/pages.ts';

const imported = importsIn(readFileSync(resolve(import.meta.dirname, '../../src/app/screens.ts'), 'utf8'));

it('finds the code of every page that a first visit can start on', () => {
  const shown = pageNames.filter(
    (name) => !['landing', 'exit'].includes(pageOf(name).access) && !pageOf(name).forwards,
  );
  // The page to sign in on is in the entry.
  expect(shown.filter((name) => (imported.get(`screen:${name}`) ?? []).length === 0)).toEqual(['signIn']);
  expect(imported.get('screen:forgotPassword')).toEqual(['./accounts/guestPages.ts']);
});

it('leaves a layout that only some servers have to the page', () => {
  expect([...imported.values()].flat()).not.toContain('./accounts/captcha.ts');
  expect(imported.get('layout:account')).toEqual(['./accounts/accountPages.ts']);
});
