import { readFileSync } from 'node:fs';
import { createElement, type ComponentType, type SVGProps } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { icons } from '../../scripts/vite/icons.ts';
import { drawnIcon, type Shapes } from '../../src/views/ui/drawnIcon.ts';

const { filter, handler } = icons().transform as {
  filter: { id: RegExp };
  handler: (code: string) => { code: string } | null;
};
const library = `${import.meta.dirname}/../../node_modules/lucide-react/dist/esm/icons`;

type Icon = ComponentType<SVGProps<SVGSVGElement>>;

/** The icon as a build draws it. */
function built(name: string): Icon {
  const { code } = handler(readFileSync(`${library}/${name}.mjs`, 'utf8'))!;
  const shapes = /drawnIcon\((.*)\);$/s.exec(code)![1];
  // oxlint-disable-next-line typescript/no-implied-eval -- what a build would run
  return drawnIcon(new Function(`return ${shapes};`)() as Shapes);
}

/** What is drawn, with its attributes in one order, and without the classes by which the library names its icons. */
const drawn = (icon: Icon, props: object) => {
  const [tag, ...shapes] = renderToStaticMarkup(createElement(icon, props)).split(/(?<=>)/);
  const attributes = [...tag!.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name, value]) => {
    const named = name === 'class' ? value!.split(' ').filter((one) => !one.startsWith('lucide')) : [value];
    return [name, named.join(' ')];
  });
  return { shapes, attributes: Object.fromEntries(attributes.filter(([, value]) => value !== '')) as unknown };
};

it.each(['check', 'wand-sparkles', 'x', 'circle-user', 'square-terminal'])(
  'the icon %s is drawn as by the library',
  async (name) => {
    const { default: original } = (await import(`${library}/${name}.mjs`)) as { default: Icon };
    const named = [{ role: 'img' }, { 'aria-labelledby': 'title' }, { role: 'img', 'aria-label': 'Done' }];
    for (const props of [{}, { className: 'big' }, { 'aria-hidden': true }, ...named])
      expect(drawn(built(name), props)).toEqual(drawn(original, props));
  },
);

it('covers every icon, and leaves other names of one to it', () => {
  expect(filter.id.test(`${library}/check.mjs`)).toBe(true);
  expect(filter.id.test(`${library}/../createLucideIcon.mjs`)).toBe(false);
  expect(handler("export { default } from './circle-help.mjs';")).toBeNull();
  expect(() => handler('const icon = createLucideIcon();')).toThrow('not written as the build expects');
});
