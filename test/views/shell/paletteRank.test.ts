import { describe, expect, it } from 'vitest';
import type { PaletteSection } from '../../../src/contract/shell/palette.ts';
import { groupsOf, matchOf } from '../../../src/views/app/palette/rank.ts';
import type { Command } from '../../../src/views/parts/commands.ts';

const command = (label: string, section: PaletteSection = 'Actions', more: Partial<Command> = {}): Command => ({
  id: label,
  label,
  section,
  action: { run: () => {} },
  ...more,
});
const found = (query: string, ...commands: Command[]) =>
  groupsOf(commands, query).flatMap((group) => group.commands.map(({ label }) => label));

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
    expect(matchOf({ label: 'Sign out of everything that is still open elsewhere' }, 'snw')).toBeNull();
  });

  it('other words for a command, behind those that are called so', () => {
    expect(
      found('create', command('New project', 'Actions', { keywords: ['create'] }), command('Create index')),
    ).toEqual(['Create index', 'New project']);
  });

  it('beginnings before middles', () => {
    expect(found('run', command('Truncate run'), command('Prune'), command('Run query'))).toEqual([
      'Run query',
      'Truncate run',
      'Prune',
    ]);
  });

  it('what leads to many things before one of them', () => {
    expect(
      found('theme', command('Theme: Dark', 'Theme', { isHidden: true }), command('Change theme…', 'Theme')),
    ).toEqual(['Change theme…', 'Theme: Dark']);
  });

  it.each(['theme dark', 'dark theme', 'theme da'])('one of many things whose name is typed first: %s', (query) => {
    expect(
      found(
        query,
        command('Change theme…', 'Theme', { keywords: ['dark', 'light'] }),
        command('Theme: Dark', 'Theme', { isHidden: true }),
      ),
    ).toEqual(['Theme: Dark', 'Change theme…']);
  });
});

describe('a slip', () => {
  it.each([
    ['two letters that changed places', 'edtior', 'SQL editor'],
    ['the first two', 'porject', 'New project'],
    ['a wrong letter', 'prohect', 'New project'],
    ['a missing one', 'orgnization', 'New organization'],
    ['one too many', 'queery', 'Run query'],
    ['in one word of two', 'new porj', 'New project'],
    ['while the word is still typed', 'shortuc', 'Keyboard shortcuts'],
  ])('is forgiven: %s', (_, query, label) => {
    expect(found(query, command(label), command('Xyz'))).toEqual([label]);
  });

  it('is none where something is called so', () => {
    expect(found('parse', command('Pause project…'), command('Parse JSON'))).toEqual(['Parse JSON']);
    expect(found('pasue', command('Pause project…'), command('Parse JSON'))).toEqual(['Pause project…']);
  });

  it.each(['cat', 'test', 'edtiro', 'xroject'])('is not what this is: %s', (query) => {
    expect(found(query, command('Car park'), command('Restart project…'), command('SQL editor'))).toEqual([]);
  });
});

describe('a row', () => {
  const aliases = (query: string, ...commands: Command[]) =>
    groupsOf(commands, query).flatMap((group) => group.commands.map(({ alias }) => alias));
  const restart = command('Restart project…', 'Actions', { keywords: ['reboot'], detail: 'Orders' });

  it('says by which other word it was found', () => {
    expect(aliases('reb', restart)).toEqual(['reboot']);
    expect(aliases('project reb', restart)).toEqual(['reboot']);
    expect(aliases('reobot', restart)).toEqual(['reboot']);
  });

  it('says nothing twice', () => {
    expect(aliases('restart', restart)).toEqual([undefined]);
    expect(
      aliases(
        'roast',
        command('Old blog', 'Navigate', {
          keywords: ['ref', 'Northwind Roasters'],
          detail: 'Project in Northwind Roasters',
        }),
      ),
    ).toEqual([undefined]);
    expect(aliases('', restart)).toEqual([undefined]);
  });
});

describe('sections', () => {
  const commands = [
    command('Change theme…', 'Theme'),
    command('All projects', 'Navigate'),
    command('Sign out'),
    command('Orders', 'Navigate', { isHidden: true }),
  ];

  it('stand in their order while nothing is typed, without what is only found', () => {
    expect(
      groupsOf(commands, ' ').map(({ title, commands: members }) => [title, members.map(({ label }) => label)]),
    ).toEqual([
      ['Navigate', ['All projects']],
      ['Actions', ['Sign out']],
      ['Theme', ['Change theme…']],
    ]);
  });

  it('follow their best command once something is', () => {
    expect(groupsOf(commands, 'p').map(({ title }) => title)).toEqual(['Navigate']);
    expect(groupsOf(commands, 'o').map(({ title }) => title)).toEqual(['Actions', 'Navigate']);
  });
});
