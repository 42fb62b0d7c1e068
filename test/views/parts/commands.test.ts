import { expect, it } from 'vitest';
import { createCommandRegistry, type Command } from '../../../src/views/parts/commands.ts';

const command = (id: string): Command => ({ id, label: id, section: 'Actions', action: { run: () => undefined } });

it('lists what parts of the page offer, and tells of each change until it is left', () => {
  const registry = createCommandRegistry();
  const told: string[][] = [];
  const leave = registry.subscribe(() => told.push(registry.list().map(({ id }) => id)));
  registry.put('home', [command('rename'), command('delete')]);
  registry.put('rail', [command('pin')]);
  registry.put('home', [command('rename')]);
  registry.remove('home');
  expect(told).toEqual([['rename', 'delete'], ['rename', 'delete', 'pin'], ['rename', 'pin'], ['pin']]);
  leave();
  registry.remove('rail');
  expect(told).toHaveLength(4);
  expect(registry.list()).toEqual([]);
});
