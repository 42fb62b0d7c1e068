import { existsSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { drawingOf, triggerText, type Drawing, type DrawnState } from '../../src/inspector/chart/drawing.ts';
import { withoutView } from '../../test/flows/withoutView.ts';
import { fromDocuments, filesOf, root } from './charts.ts';
import { coverageText } from './coverageMap.ts';
import { chartLink, code, counted, inLines, inWords, listed, ranges, table, type Column } from './markdown.ts';
import { diagramsOf } from './mermaid.ts';
import type { Conversation } from './messageFlow.ts';
import type { Surroundings } from './screens.ts';
import type { ProvenChart } from './testEvidence.ts';

/** Data for a page besides its own chart. */
export interface House {
  conversation: Conversation;
  surroundings: Surroundings;
}

/** A state's path without the machine's own name. */
const shortId = (id: string, machine: string): string => (id === machine ? 'anywhere' : id.slice(machine.length + 1));

/** The end of a state's path that distinguishes it from all others. */
function briefly(id: string, { id: machine, states: all }: Drawing): string {
  if (id === machine) return 'anywhere';
  const steps = id.slice(machine.length + 1).split('.');
  const fits = (end: string) => all.filter((state) => `.${state.id}`.endsWith(`.${end}`)).length === 1;
  return steps.map((_, index) => steps.slice(-1 - index).join('.')).find(fits) ?? steps.join('.');
}

const linkTo = (file: string, name = basename(file)): string => `[${name}](${fromDocuments(file)})`;

const parts = [
  ['machine', 'machine'],
  ['selectors', 'selectors'],
  ['model', 'model'],
  ['test', 'paths and scenarios'],
  ['viewTest', 'paths through the view'],
] as const;

function whereabouts(chart: ProvenChart, { conversation, surroundings }: House): string {
  const { id, side } = chart;
  const places = filesOf(chart);
  const above = conversation.withThoseAbove(id);
  const addresses = surroundings.screens.filter(({ flow, layoutFlows }) =>
    [flow, ...layoutFlows].some((of) => of !== null && above.includes(of)),
  );
  const views = surroundings.viewsOf(chart);
  const starters = conversation.startersOf(id);
  const wiring = surroundings.wiringOf(chart);
  const started =
    starters.length > 0
      ? `started by ${inWords(starters.map((starter) => chartLink(starter)))}`
      : 'started first of all';
  const rows: [name: string, text: string][] = [
    ['Runs in', side === 'server' ? 'the server' : `the browser, ${started}`],
    ['Screens', addresses.map(({ address, view }) => `${code(address)} (${linkTo(view)})`).join(', ')],
    [
      'Views',
      views.map((file) => linkTo(file)).join(', ') || (withoutView[id] === undefined ? '' : `None. ${withoutView[id]}`),
    ],
    ['Services come from', wiring.map((file) => linkTo(file)).join(', ')],
    [
      'Code',
      parts
        .filter(([place]) => existsSync(resolve(root, places[place])))
        .map(([place, name]) => linkTo(places[place], name))
        .join(' · '),
    ],
  ];
  return table(
    rows.filter(([, text]) => text !== ''),
    [
      { title: '', of: ([name]) => name },
      { title: '', of: ([, text]) => text },
    ],
  );
}

export interface Counts {
  states: number;
  transitions: number;
  waived: number;
  paths: number;
  scenarios: number;
  inScenarios: number;
  invariants: number;
}

export function countsOf({ coverage, model }: ProvenChart, drawing: Drawing): Counts {
  const { transitions } = drawing;
  return {
    states: drawing.states.length - 1,
    transitions: transitions.length,
    waived: transitions.filter(({ waiver }) => waiver !== null).length,
    paths: coverage.paths,
    scenarios: coverage.scenarios.length,
    inScenarios: Object.values(coverage.transitions).filter(({ scenarios }) => scenarios.length > 0).length,
    invariants: model.invariants?.length ?? 0,
  };
}

function proof(chart: ProvenChart, drawing: Drawing): string {
  const { transitions, waived, paths, scenarios, inScenarios, ...counts } = countsOf(chart, drawing);
  const hasView = existsSync(resolve(root, filesOf(chart).viewTest));
  const exception = waived === 0 ? '' : `, but for the ${waived === 1 ? 'one' : waived} marked **waived** below`;
  return `${counts.states === 0 ? 'One state, which it never leaves' : counted(counts.states, 'state')}, ${counted(transitions, 'transition')}. ${counted(paths, 'generated path')} ${paths === 1 ? 'takes' : 'take'} every transition on a real actor${hasView ? ' and again through the rendered view' : ''}${exception}; ${counted(scenarios, 'scenario')} ${scenarios === 1 ? 'takes' : 'take'} ${inScenarios === transitions ? 'all' : `${inScenarios}`} of them.`;
}

const meaningOf = (state: DrawnState): string => {
  const kinds: Partial<Record<DrawnState['type'], string>> = {
    final: 'The end.',
    parallel: 'All of its regions at once.',
    history: 'Where it was last.',
    deepHistory: 'Where it was last, as deep as it was.',
  };
  return [kinds[state.type] ?? '', (state.parent === null ? null : state.description) ?? ''].filter(Boolean).join(' ');
};

/** States with more than transitions; the diagram shows the others. */
function states({ id, states: all }: Drawing): string {
  const columns: readonly Column<DrawnState>[] = [
    { title: 'Meaning', of: meaningOf },
    { title: 'On entry', of: ({ entry }) => listed(entry) },
    {
      title: 'Meanwhile',
      of: ({ invokes }) =>
        invokes
          .map((invoke) => (invoke.id === invoke.src ? code(invoke.src) : `${code(invoke.src)} as ${code(invoke.id)}`))
          .join(', '),
    },
    { title: 'On exit', of: ({ exit }) => listed(exit) },
    { title: 'Tags', of: ({ tags }) => listed(tags) },
  ];
  const worthTelling = all.filter((state) => columns.some(({ of }) => of(state) !== ''));
  if (worthTelling.length === 0) return '';
  return `\n## States\n\n${table(worthTelling, [{ title: 'State', of: (state) => code(shortId(state.id, id)) }, ...columns])}\n`;
}

function transitionsTable(drawing: Drawing, { transitions: coverage }: ProvenChart['coverage']): string {
  const { id, transitions } = drawing;
  const rows = transitions.map((transition, index) => ({
    ...transition,
    isNext: transitions[index - 1]?.source === transition.source,
  }));
  return table(rows, [
    { title: 'In', of: ({ source, isNext }) => (isNext ? '' : code(shortId(source, id))) },
    {
      title: 'On',
      of: ({ trigger, guard }) => inLines(code(triggerText(trigger)), guard === null ? '' : `if ${code(guard)}`),
    },
    {
      title: 'Leads to',
      of: ({ targets, source, reenter, actions }) =>
        inLines(
          [
            listed(targets.map((target) => briefly(target, drawing))),
            reenter && targets.includes(source) ? 'again' : '',
          ]
            .filter(Boolean)
            .join(' '),
          actions.length === 0 ? '' : `with ${listed(actions)}`,
        ),
    },
    {
      title: 'Why',
      of: ({ description, waiver }) =>
        inLines(description ?? '', waiver === null ? '' : `**No path takes it:** ${waiver}`),
    },
    {
      title: 'Steps',
      right: true,
      of: ({ key, waiver }) => (waiver === null ? String(coverage[key]?.steps ?? 0) : '**waived**'),
    },
    { title: 'Scenarios', of: ({ key }) => ranges(coverage[key]?.scenarios.map((index) => index + 1) ?? []) },
  ]);
}

function invariantList({ model }: ProvenChart): string {
  const said = model.invariants ?? [];
  if (said.length === 0) return '';
  return `\n## What always holds\n\nEach is checked after every step of every path.\n\n${said.map(({ says }) => `- ${says}`).join('\n')}\n`;
}

/** Events that a child may send, from the model. */
function heardFrom({ model }: ProvenChart, ids: readonly string[]): string {
  const acts = ids.flatMap((id) => Object.entries(model.answers).find(([entry]) => entry === id)?.[1] ?? []);
  const sent = acts.flatMap((act) => ('sends' in act ? [code(act.sends.type)] : []));
  const answers = acts.some((act) => 'output' in act) ? ['an answer'] : [];
  return [...new Set([...sent, ...answers])].join(', ');
}

function company(chart: ProvenChart, drawing: Drawing, { conversation }: House): string {
  const { id, coverage, model } = chart;
  const idsOf = (src: string) =>
    drawing.states
      .flatMap(({ invokes }) => invokes)
      .filter((invoke) => invoke.src === src)
      .map((invoke) => invoke.id);
  const children = conversation.startedBy(id).map(({ src, charts }) => ({
    who: charts.length > 0 ? charts.map((child) => chartLink(child)).join(', ') : code(src),
    as: charts.length > 0 ? 'chart' : 'service',
    tells: listed(coverage.messages.filter(({ to }) => to === src).map(({ event }) => event)),
    hears:
      charts.length > 0
        ? listed([
            ...new Set(
              conversation.talks
                .filter(({ from, to }) => charts.includes(from) && to === id)
                .flatMap(({ events }) => events),
            ),
          ])
        : heardFrom(chart, idsOf(src)),
  }));
  const others = new Map<string, { tells: readonly string[]; hears: readonly string[] }>();
  const isChild = (other: string) => conversation.startedBy(id).some(({ charts }) => charts.includes(other));
  for (const { from, to, events } of conversation.talks) {
    if (from === id && !isChild(to)) others.set(to, { hears: [], ...others.get(to), tells: events });
    if (to === id && !isChild(from)) others.set(from, { tells: [], ...others.get(from), hears: events });
  }
  const emitted = coverage.messages.filter(({ to }) => to === 'anyone').map(({ event }) => event);
  const said = new Set([
    ...conversation.talks.filter(({ to }) => to === id).flatMap(({ events }) => events),
    ...Object.values(model.answers)
      .flat()
      .flatMap((act) => ('sends' in act ? [act.sends.type] : [])),
  ]);
  const fromOutside = Object.entries(model.events as Record<string, readonly unknown[]>)
    .filter(([type, payloads]) => payloads.length > 0 && !said.has(type))
    .map(([type]) => type);
  const rows = [
    ...(fromOutside.length > 0
      ? [
          {
            who: chart.side === 'server' ? 'the server around it' : 'views and services around it',
            as: '',
            tells: '',
            hears: listed(fromOutside),
          },
        ]
      : []),
    ...[...others].map(([other, { tells, hears }]) => ({
      who: chartLink(other),
      as: conversation.startersOf(id).includes(other) ? 'chart that starts it' : 'chart',
      tells: listed(tells),
      hears: listed(hears),
    })),
    ...children.map((child) => ({ ...child, as: `${child.as} that it starts` })),
    ...(emitted.length > 0 ? [{ who: 'anyone', as: '', tells: listed(emitted), hears: '' }] : []),
  ];
  if (rows.length === 0) return '';
  return `\n## Who it talks to\n\n${table(rows, [
    { title: 'Who', of: ({ who, as }) => [who, as].filter(Boolean).join(', ') },
    { title: 'It tells them', of: ({ tells }) => tells },
    { title: 'They tell it', of: ({ hears }) => hears },
  ])}\n`;
}

/** Names of suites and tests form a sentence together. */
function sentence(name: string): string {
  const text = name.split(' > ').join(' ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

function scenarioList({ coverage }: ProvenChart): string {
  if (coverage.scenarios.length === 0) return '';
  return `\n## Scenarios\n\n${coverage.scenarios.map((name, index) => `${index + 1}. ${sentence(name).replaceAll('<', '&lt;')}`).join('\n')}\n`;
}

function diagrams(drawing: Drawing): string {
  return diagramsOf(drawing)
    .map(
      ({ scope, text }, index) =>
        `${index === 0 ? '' : `Inside ${code(shortId(scope, drawing.id))}:\n\n`}\`\`\`mermaid\n${text}\n\`\`\``,
    )
    .join('\n\n');
}

/** A chart’s document. */
export function pageOf(chart: ProvenChart, house: House): string {
  const drawing = drawingOf(chart.machine);
  return `<!-- Written by \`npm run statecharts\` from the machine and its tests. -->
# ${chart.id}

${drawing.description ?? ''}

${whereabouts(chart, house)}

${proof(chart, drawing)}

${diagrams(drawing)}
${invariantList(chart)}${states(drawing)}
## Transitions

A transition without a target keeps the state. The last columns say how many steps of the generated paths take the transition,
and which [scenarios](#scenarios) do.

${transitionsTable(drawing, chart.coverage)}
${company(chart, drawing, house)}${scenarioList(chart)}
${coverageText(chart.coverage)}`;
}
