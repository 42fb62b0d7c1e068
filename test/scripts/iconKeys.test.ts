import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { iconKeys } from '../../scripts/vite/iconKeys.ts';

const { filter, handler } = iconKeys().transform as {
  filter: { id: RegExp };
  handler: (code: string) => { code: string };
};

it('counts the shapes of an icon, and changes nothing else that has an effect', () => {
  const file = `${import.meta.dirname}/../../node_modules/lucide-react/dist/esm/icons/lock.mjs`;
  const source = readFileSync(file, 'utf8');
  const { code } = handler(source);
  expect([...source.matchAll(/key: ([^ ]+)/g)]).toHaveLength(2);
  expect([...code.matchAll(/key: ([^ ]+)/g)].map(([, key]) => key)).toEqual(['0', '1']);
  const rest = (text: string) => text.replaceAll(/key: [^ ]+/g, '').replace('__iconData.node;', '');
  expect(rest(code)).toBe(rest(source));
  expect(filter.id.test(file)).toBe(true);
});
