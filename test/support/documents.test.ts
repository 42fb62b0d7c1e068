import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cancel, createMachine, emit, raise, sendTo, setup, spawnChild, stateIn, and, not, or } from 'xstate';
import { allCharts } from '../../scripts/statecharts/charts.ts';
import { outdatedIn, writeInto } from '../../scripts/statecharts/files.ts';
import { inLines, ranges, table } from '../../scripts/statecharts/markdown.ts';
import { diagramsOf, safe, type Diagram } from '../../scripts/statecharts/mermaid.ts';
import { drawingOf, triggerText } from '../../src/inspector/chart/drawing.ts';
import { unprovided } from '../../src/machines/parts/unprovided.ts';
import { diagramFaults } from './mermaidGrammar.ts';

const everything = setup({
  types: {
    events: {} as { type: 'a.happened' } | { type: 'b.happened' } | { type: 'c.happened' },
    transitionMeta: {} as { waiver?: string },
  },
  actors: { work: unprovided<void>('work') },
  delays: { patience: 1 },
  guards: { isA: () => true, isB: () => false, isIn: (_, { rooms }: { rooms: readonly string[] }) => rooms.length > 0 },
  actions: {
    note: () => {},
    paint: (_, params: { colour: string; thick: boolean; shades: { dark: number } }) => void params,
  },
}).createMachine({
  id: 'everything',
  description: 'One of each.',
  initial: 'first',
  on: { 'c.happened': { target: '.last', description: 'Enough; "really" #1 <b>.' } },
  states: {
    first: {
      entry: ['note', spawnChild('work', { id: 'extra' })],
      exit: cancel('later'),
      description: 'The beginning.',
      tags: 'busy',
      initial: 'calm',
      states: {
        calm: {
          invoke: {
            id: 'job',
            src: 'work',
            onDone: { target: 'over' },
            onError: { target: '#everything.second', actions: emit({ type: 'shout' }) },
          },
          on: {
            'a.happened': {
              actions: [
                sendTo('job', { type: 'x' }),
                raise({ type: 'b.happened' }, { delay: 'patience', id: 'later' }),
              ],
            },
          },
        },
        over: { type: 'final' },
      },
      onDone: { target: 'second' },
      on: {
        'a.happened': { guard: and(['isA', not('isB')]), target: 'first', reenter: true },
        'b.happened': {
          guard: or([stateIn({ first: 'calm' }), 'isB']),
          target: 'second.memory',
          meta: { waiver: 'Only at full moon.' },
        },
      },
    },
    second: {
      type: 'parallel',
      after: { patience: { target: 'last' } },
      states: {
        left: {
          initial: 'x',
          states: { x: { always: { guard: 'isB', target: 'y' }, on: { 'a.happened': { target: 'y' } } }, y: {} },
        },
        right: {},
        memory: { type: 'history', history: 'deep' },
      },
    },
    last: { type: 'final' },
    aside: {
      on: {
        'a.happened': {
          guard: { type: 'isIn', params: { rooms: ['hall', 'attic'] } },
          actions: { type: 'paint', params: { colour: 'red', thick: false, shades: { dark: 1 } } },
        },
      },
    },
  },
});

describe('a drawing', () => {
  const drawing = drawingOf(everything);
  const find = (source: string, kind: string) =>
    drawing.transitions.find((transition) => transition.source === source && transition.trigger.kind === kind)!;

  it('is plain data', () => expect(JSON.parse(JSON.stringify(drawing))).toEqual(drawing));
  it('has every state with what it does', () => {
    expect(drawing.states.map(({ id }) => id)).toEqual([
      'everything',
      'everything.first',
      'everything.first.calm',
      'everything.first.over',
      'everything.second',
      'everything.second.left',
      'everything.second.left.x',
      'everything.second.left.y',
      'everything.second.right',
      'everything.second.memory',
      'everything.last',
      'everything.aside',
    ]);
    expect(drawing.states[1]).toEqual({
      id: 'everything.first',
      key: 'first',
      type: 'compound',
      parent: 'everything',
      children: ['everything.first.calm', 'everything.first.over'],
      initial: 'everything.first.calm',
      description: 'The beginning.',
      tags: ['busy'],
      entry: ['note', 'start work'],
      exit: ['cancel later'],
      invokes: [],
    });
    expect(drawing.states[2]!.invokes).toEqual([{ id: 'job', src: 'work' }]);
    expect(drawing.states.at(-3)!.type).toBe('deepHistory');
  });
  it('says what sets each transition off', () => {
    expect(new Set(drawing.transitions.map(({ trigger }) => triggerText(trigger)))).toEqual(
      new Set([
        'c.happened',
        'when done',
        'a.happened',
        'b.happened',
        'job answers',
        'job fails',
        'after patience',
        'at once',
      ]),
    );
  });
  it('names guards and actions', () => {
    expect(find('everything.first', 'event')).toMatchObject({
      guard: 'isA and not isB',
      reenter: true,
      targets: ['everything.first'],
    });
    expect(drawing.transitions.find(({ waiver }) => waiver !== null)).toMatchObject({
      guard: 'in first.calm or isB',
      waiver: 'Only at full moon.',
    });
    expect(find('everything.first.calm', 'event').actions).toEqual([
      'send x to job',
      'raise b.happened after patience',
    ]);
    expect(find('everything.aside', 'event')).toMatchObject({
      guard: 'isIn hall or attic',
      actions: ['paint red, not thick'],
    });
    expect(find('everything.first.calm', 'fails').actions).toEqual(['emit shout']);
  });
});

describe('a diagram', () => {
  const [{ text: diagram }] = diagramsOf(drawingOf(everything)) as [Diagram];

  it('draws history as a state, and ends and regions as Mermaid has them', () => {
    expect(diagram).toContain('state "H*" as everything_second_memory');
    expect(diagram).toContain('everything_last --> [*]');
    expect(diagram).toContain('    --\n');
  });
  it('begins an arrow into a state’s own inside at "anywhere"', () => {
    expect(diagram).toContain('state "anywhere" as everything__anywhere');
    expect(diagram).toContain('everything__anywhere --> everything_last : c.happened');
  });
  it('draws arrows between the same states as one', () => {
    expect(diagram).toContain('everything_second_left_x --> everything_second_left_y : a.happened<br/>at once [isB]');
  });
  it('is one that Mermaid accepts', () => expect(diagramFaults(diagram)).toEqual([]));
});

describe('the diagrams of every chart', () => {
  /** How often each label is expected, and written. */
  const counts = (texts: readonly string[]) =>
    new Map([...Map.groupBy(texts, (text) => text)].map(([text, all]) => [text, all.length]));

  it('have every transition of its table', async () => {
    for (const { machine, id } of await allCharts()) {
      const drawing = drawingOf(machine);
      const text = diagramsOf(drawing)
        .map((one) => one.text)
        .join('\n');
      const wanted = counts(
        drawing.transitions.map(({ trigger, guard }) =>
          safe(guard === null ? triggerText(trigger) : `${triggerText(trigger)} [${guard}]`),
        ),
      );
      for (const [label, count] of wanted)
        expect(text.split(label).length - 1, `${id}: ${label}`).toBeGreaterThanOrEqual(count);
    }
  });
  it('say of a state with regions in its title what leads from it to itself', () => {
    const machine = createMachine({
      id: 'pair',
      initial: 'both',
      states: {
        both: {
          type: 'parallel',
          on: { 'a.happened': { target: 'both', reenter: true } },
          states: { left: {}, right: {} },
        },
      },
    });
    const [{ text }] = diagramsOf(drawingOf(machine)) as [Diagram];
    expect(text).toContain('state "both · again on a.happened" as pair_both {');
    expect(diagramFaults(text)).toEqual([]);
  });
  it('say of a state with states inside what it answers without leaving', () => {
    const machine = createMachine({
      id: 'house',
      initial: 'room',
      states: { room: { initial: 'dark', on: { 'b.happened': { actions: 'note' } }, states: { dark: {}, light: {} } } },
    });
    const [{ text }] = diagramsOf(drawingOf(machine)) as [Diagram];
    expect(text).toContain('house_room__anywhere : b.happened / note');
    expect(diagramFaults(text)).toEqual([]);
  });
});

describe('a chart of many states', () => {
  const states = (names: readonly string[], others: object = {}) => ({
    initial: names[0]!,
    states: Object.fromEntries(names.map((name) => [name, {}])),
    ...others,
  });
  const crowd = setup({ types: { events: {} as { type: 'a.happened' } | { type: 'b.happened' } } }).createMachine({
    id: 'crowd',
    initial: 'small',
    on: { 'b.happened': { target: '.large.third' } },
    states: {
      small: states(['one', 'two'], { on: { 'a.happened': { target: 'large' } } }),
      large: {
        initial: 'first',
        on: { 'a.happened': { target: '.second' } },
        states: {
          first: { on: { 'b.happened': { target: '#crowd.small.two' } } },
          second: {},
          third: {},
          ...states(['s4', 's5', 's6', 's7', 's8', 's9']).states,
        },
      },
      last: {},
    },
  });
  const [whole, inside, ...more] = diagramsOf(drawingOf(crowd)) as [Diagram, Diagram];

  it('is drawn in several diagrams, the largest inside by itself', () => {
    expect([whole.scope, inside.scope, more]).toEqual(['crowd', 'crowd.large', []]);
    expect(whole.text).toContain('state "large" as crowd_large\n  crowd_large : 9 states inside');
    expect(whole.text).toContain('state "one" as crowd_small_one');
    expect(inside.text).not.toContain('crowd_small_one');
  });
  it('has arrows into what is closed lead to it, and what happens inside it there alone', () => {
    expect(whole.text).toContain('crowd_small --> crowd_large : a.happened');
    expect(whole.text).toContain('crowd__anywhere --> crowd_large : b.happened');
    expect(whole.text).toContain('crowd_large --> crowd_small_two : b.happened');
    expect(whole.text).not.toContain('second');
    expect(inside.text).toContain('crowd_large__anywhere --> crowd_large_second : a.happened');
  });
  it('says where an arrow leads that leaves a diagram', () => {
    expect(inside.text).toContain('state "to small.two" as crowd_small_two');
    expect(inside.text).toContain('crowd_large_first --> crowd_small_two : b.happened');
  });
  it('has a state say itself where more arrows lead than a page is wide', () => {
    const names = Array.from({ length: 10 }, (_, index) => `s${index}`);
    const [{ text }] = diagramsOf(
      drawingOf(
        createMachine({
          id: 'fan',
          initial: 's0',
          states: {
            ...states(names).states,
            s0: { on: { 'a.happened': names.slice(1).map((target) => ({ guard: `is-${target}`, target })) } },
          },
        }),
      ),
    ) as [Diagram];
    expect(text).toContain('fan_s0 : a.happened [is-s9] → s9');
    expect(text).not.toContain('fan_s0 -->');
    expect(diagramFaults(text)).toEqual([]);
  });
  it('of no states is one box', () => {
    const [{ text }] = diagramsOf(drawingOf(createMachine({ id: 'lone', invoke: { id: 'work', src: 'work' } }))) as [
      Diagram,
    ];
    expect(text).toBe('stateDiagram-v2\n  state "lone" as lone\n  lone : invoke work');
  });
  it('is drawn as Mermaid accepts', () =>
    expect([whole, inside].flatMap(({ text }) => diagramFaults(text))).toEqual([]));
});

describe('a table', () => {
  const rows = [
    { name: 'a|b', why: '<b>', none: '' },
    { name: 'c\nd', why: inLines('first', 'second'), none: '' },
  ];
  it('escapes what Markdown reads, breaks lines where told, and leaves out what is empty', () => {
    expect(
      table(rows, [
        { title: 'Name', of: ({ name }) => name },
        { title: 'Why', of: ({ why }) => why, right: true },
        { title: 'None', of: ({ none }) => none },
      ]),
    ).toBe('| Name | Why |\n| --- | ---: |\n| a\\|b | &lt;b> |\n| c d | first<br>second |');
  });
  it.each([
    [[], ''],
    [[3], '3'],
    [[1, 2], '1, 2'],
    [[5, 1, 2, 3], '1–3, 5'],
  ])('says %j as %s', (numbers, text) => expect(ranges(numbers)).toBe(text));
});

describe('every diagram of the project', async () => {
  it.each((await allCharts()).map(({ id, machine }) => [id, machine] as const))(
    '%s is one that Mermaid accepts',
    (_, machine) => {
      expect(diagramsOf(drawingOf(machine)).flatMap(({ text }) => diagramFaults(text))).toEqual([]);
    },
  );
});

describe('the grammar', () => {
  it.each<[says: string, body: string]>([
    ['line 2: not understood: state "a; b" as a', '  state "a; b" as a'],
    ['line 3: not understood: a --> b : x # y', '  state "a" as a\n  a --> b : x # y'],
    ['line 2: not understood: a --> b : then\ta "b"', '  a --> b : then\ta "b"'],
    ['line 2: the state a is not declared', '  a : entry / b'],
    ['line 3: the state b is not declared', '  state "a" as a\n  a --> b : x'],
    ['line 3: the state a is declared twice', '  state "a" as a\n  state "a" as a'],
    ['never closed: a', '  state "a" as a {'],
    ['line 2: nothing is open', '  }'],
    [
      'line 5: Mermaid loses an arrow between a state and one inside it',
      '  state "a" as a {\n    state "b" as b\n  }\n  a --> b : x',
    ],
  ])('refuses: %s', (says, body) => {
    expect(diagramFaults(`stateDiagram-v2\n${body}`)).toContain(says);
  });
});

describe('the folder of documents', () => {
  const documents = new Map([
    ['README.md', 'guide'],
    ['session.md', 'session'],
    ['shell/theme.md', 'theme'],
  ]);
  it('is told what is missing, out of date, or left over, and is put right', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'statecharts-'));
    try {
      for (const [file, text] of [
        ['README.md', 'guide'],
        ['session.md', 'an older session'],
        ['gone.md', 'gone'],
        ['picture.svg', ''],
      ] as const)
        await writeFile(join(folder, file), text);
      const outdated = await outdatedIn(folder, documents);
      expect(outdated).toEqual([
        { file: 'session.md', why: 'out of date' },
        { file: 'shell/theme.md', why: 'missing' },
        { file: 'gone.md', why: 'no such machine' },
      ]);
      await writeInto(folder, documents, outdated);
      expect(await outdatedIn(folder, documents)).toEqual([]);
      expect((await readdir(folder)).toSorted()).toEqual(['README.md', 'picture.svg', 'session.md', 'shell']);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

it('says what a flow costs as it is', async () => {
  const root = join(import.meta.dirname, '../..');
  const guide = await readFile(join(root, 'docs/statecharts/README.md'), 'utf8');
  const costs = guide.slice(guide.indexOf('### What a flow costs'), guide.indexOf('### A small one'));
  const rows = [...costs.matchAll(/^\| `(\w[\w.]+)`.* \| (\d+) \|$/gm)].map(
    ([, file, lines]) => [file!, Number(lines)] as const,
  );
  const counted = await Promise.all(
    rows.map(async ([file]) => {
      const text = await readFile(join(root, 'test/support/example', file), 'utf8');
      return [file, text.trimEnd().split('\n').length] as const;
    }),
  );
  expect(rows).toEqual(counted);
  const written = (await readdir(join(root, 'test/support/example'))).filter((file) => /^invit/i.test(file));
  expect(rows.map(([file]) => file).toSorted()).toEqual(written.toSorted());
  const sum = rows.reduce((total, [, lines]) => total + lines, 0);
  // The last row is about three files, which get the rows of the example's one.
  const files = rows.length + 2;
  expect(costs).toContain(`| **${files} files** | **${sum}** |`);
  expect(files).toBeLessThanOrEqual(14);
  expect(sum).toBeLessThanOrEqual(350);
});
