import { describe, expect, it } from 'vitest';
import type { PaletteSection } from '../../src/contract/palette.ts';
import type { Command } from '../../src/views/commands.ts';
import { groupsOf, scoreOf } from '../../src/views/palette/rank.ts';

const command = (label: string, section: PaletteSection = 'Actions', more: Partial<Command> = {}): Command => ({ id: label, label, section, action: { run: () => {} }, ...more });
const found = (query: string, ...commands: Command[]) => groupsOf(commands, query).flatMap((group) => group.commands.map(({ label }) => label));

describe('what is typed finds', () => {
  it.each([
    ['new', 'New project'],
    ['proj', 'New project'],
    ['np', 'New project'],
    ['project new', 'New project'],
    ['nwprj', 'New project'],
    ['cafe', 'Café orders'],
    ['ÜBER', 'Über uns'],
  ])('%s: %s', (query, label) => {
    expect(found(query, command(label), command('Xyz'))).toEqual([label]);
  });

  it('no command that lacks a word of it', () => {
    expect(found('new table', command('New project'))).toEqual([]);
    expect(found('zz', command('Sign out'))).toEqual([]);
  });

  it('no letters strewn over a long name', () => {
    expect(scoreOf({ label: 'Sign out of everything that is still open elsewhere' }, 'snw')).toBe(0);
  });

  it('other words for a command, behind those that are called so', () => {
    expect(found('create', command('New project', 'Actions', { keywords: ['create'] }), command('Create index'))).toEqual(['Create index', 'New project']);
  });

  it('beginnings before middles', () => {
    expect(found('run', command('Truncate run'), command('Prune'), command('Run query'))).toEqual(['Run query', 'Truncate run', 'Prune']);
  });

  it('what leads to many things before one of them', () => {
    expect(found('theme', command('Theme: Dark', 'Theme', { isHidden: true }), command('Change theme…', 'Theme'))).toEqual(['Change theme…', 'Theme: Dark']);
  });
});

describe('sections', () => {
  const commands = [command('Change theme…', 'Theme'), command('All projects', 'Navigate'), command('Sign out'), command('Orders', 'Navigate', { isHidden: true })];

  it('stand in their order while nothing is typed, without what is only found', () => {
    expect(groupsOf(commands, ' ').map(({ title, commands: members }) => [title, members.map(({ label }) => label)])).toEqual([
      ['Actions', ['Sign out']], ['Navigate', ['All projects']], ['Theme', ['Change theme…']],
    ]);
  });

  it('follow their best command once something is', () => {
    expect(groupsOf(commands, 'p').map(({ title }) => title)).toEqual(['Navigate']);
    expect(groupsOf(commands, 'o').map(({ title }) => title)).toEqual(['Actions', 'Navigate']);
  });
});
