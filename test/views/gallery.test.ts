import { readdirSync, readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { expect, it } from 'vitest';

const folder = resolve(import.meta.dirname, '../../src/views/ui');

/** What other parts are made of, or what the application itself shows there. */
const insides: ReadonlySet<string> = new Set(['GalleryScreen', 'FormField', 'MarkdownBody', 'Toaster', 'optionRows']);

it('the page of the design system shows every part', () => {
  const gallery = readFileSync(resolve(folder, 'GalleryScreen.tsx'), 'utf8');
  const parts = readdirSync(folder).filter((file) => file.endsWith('.tsx')).map((file) => basename(file, '.tsx')).filter((part) => !insides.has(part));
  expect(parts.length).toBeGreaterThan(30);
  expect(parts.filter((part) => !gallery.includes(`from './${part}.tsx'`))).toEqual([]);
});
