import { readdirSync, readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { expect, it } from 'vitest';

const views = resolve(import.meta.dirname, '../../../src/views');

/** What other parts are made of, or what the application itself shows there. */
const insides: ReadonlySet<string> = new Set([
  'FormField',
  'ErrorGuide',
  'MarkdownBody',
  'MarkdownStream',
  'MenuList',
  'PageTips',
  'ScrollRegion',
  'TipBubble',
  'Toaster',
  'Toggle',
  'TooltipBubble',
  'optionRows',
]);

it('the page of the design system shows every part', () => {
  const gallery = readFileSync(resolve(views, 'app/GalleryScreen.tsx'), 'utf8');
  const parts = readdirSync(resolve(views, 'ui'))
    .filter((file) => file.endsWith('.tsx'))
    .map((file) => basename(file, '.tsx'))
    .filter((part) => !insides.has(part));
  expect(parts.length).toBeGreaterThan(30);
  expect(parts.filter((part) => !gallery.includes(`from '../ui/${part}.tsx'`))).toEqual([]);
});
