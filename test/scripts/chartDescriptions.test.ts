import { parseAst } from 'vite';
import { expect, it } from 'vitest';
import { withoutDescriptions } from '../../scripts/vite/chartDescriptions.ts';

const shorten = (source: string): string | undefined =>
  withoutDescriptions(source, (text) => parseAst(text))?.toString();

it('leaves out what only readers of a chart need', () => {
  const source = `export const m = flowSetup({ actions: {} }).createMachine({ id: 'a', description: 'What for', states: { on: { description: "Why", tags: 'busy' }, off: { on: { x: [{ target: 'on', description: \`Because\` }] } } } });`;
  expect(shorten(source)?.replaceAll(/\s+/g, '')).toBe(
    `export const m = flowSetup({ actions: {} }).createMachine({ id: 'a', states: { on: { tags: 'busy' }, off: { on: { x: [{ target: 'on', }] } } } });`.replaceAll(
      /\s+/g,
      '',
    ),
  );
});

it('leaves out why no path takes a transition, and keeps what else is said of it', () => {
  const source = `setup({}).createMachine({ on: { a: { meta: { waiver: 'Never.' }, target: 'b' }, c: { meta: { hidden: true } } } });`;
  expect(shorten(source)?.replaceAll(/\s+/g, ' ')).toBe(
    `setup({}).createMachine({ on: { a: { target: 'b' }, c: { meta: { hidden: true } } } });`,
  );
});

it('leaves out why a child hears an event', () => {
  const source = `const { actors } = childTable()({ lamp: { logic: lamp, input: () => ({ receives: 'x' }), receives: { 'door.opened': 'It is lit.' } } });`;
  expect(shorten(source)).toBe(source.replace("'It is lit.'", "''"));
});

it('leaves them out of the states and transitions that several charts share', () => {
  const source = `export const failing = (target) => ({ onError: { target, description: 'It starts empty.' } }); export const watching = { meta: { waiver: 'It only listens.' } };`;
  expect(shorten(source)?.replaceAll(/\s+/g, ' ')).toBe(
    `export const failing = (target) => ({ onError: { target, } }); export const watching = { };`,
  );
});

it('keeps every text that a user sees', () => {
  const toast = `const toast = { title: 'Sign in', description: 'Your session expired.' };\n`;
  expect(shorten(toast)).toBeUndefined();
  expect(shorten(`const toast = { title: 'Saved', description: 'Undo it.', actions: ['undo'] };`)).toBeUndefined();
  const source = `${toast}setup({}).createMachine({ description: 'x', entry: { type: 'show', params: { description: 'Seen' } }, on: { a: { actions: sendTo('b', { description: 'Seen too' }) } } });`;
  const left = shorten(source);
  for (const text of ['Your session expired.', 'Seen', 'Seen too']) expect(left).toContain(`'${text}'`);
  expect(left).not.toContain(`'x'`);
});
