import type { ContextDifference } from '../../src/inspector/trace/contexts.ts';
import { isSameEffect } from '../../src/inspector/trace/effects.ts';
import type { Json } from '../../src/inspector/trace/redact.ts';
import type { Outcome, ReplayDifference, ReplayedStep, ReplayReport } from '../../src/inspector/trace/replay.ts';
import type { Trace, TracedState } from '../../src/inspector/trace/trace.ts';
import { counted } from '../statecharts/markdown.ts';
import { onOneLine } from './text.ts';

const stateValueText = ({ status, value }: TracedState): string => {
  const state = typeof value === 'string' ? value : JSON.stringify(value);
  return status === 'active' ? state : `${state} (${status})`;
};

const clock = (at: number): string => new Date(at).toISOString().slice(11, 23);

const nothingToReplay = 'It holds no step of a chart that this build knows, so that nothing was replayed.';

/** Steps of the same actor shown before a difference. */
const storyLength = 8;

const stepText = ({ event, machine }: ReplayedStep): string =>
  `Step ${event.seq} at ${clock(event.at)}: ${machine} got ${event.event.type}`;

const listed = (heading: string, items: readonly string[], none: string): string[] =>
  items.length > 0 ? [`  ${heading}:`, ...items.map((item) => `    ${item}`)] : [`  ${none}`];

/** Only the differing effects: a step may have a dozen effects of which one differs. */
function effectsText(recorded: Outcome, replayed: Outcome): string[] {
  const [before, now] = [recorded.did ?? [], replayed.did ?? []];
  const lacking = (all: readonly string[], others: readonly string[]) =>
    all.filter((effect) => !others.some((other) => isSameEffect(effect, other)));
  const [gone, added] = [lacking(before, now), lacking(now, before)];
  if (gone.length === 0 && added.length === 0)
    return [
      ...listed('it did', before, 'it did nothing'),
      ...listed('now in another order, or not as often', now, 'now nothing'),
    ];
  return [
    ...(gone.length > 0 ? listed('no longer done', gone, '') : []),
    ...(added.length > 0 ? listed('done now', added, '') : []),
  ];
}

function outcomesText(recorded: Outcome, replayed: Outcome): string[] {
  const [from, to] = [stateValueText(recorded.state), stateValueText(replayed.state)];
  const before = listed('it had taken', recorded.transitions, 'it had taken no transition');
  if (from !== to) return [`  recorded: ${from}`, `  replayed: ${to}`, ...before];
  if (recorded.transitions.join('\n') !== replayed.transitions.join('\n'))
    return [`  both times: ${from}`, ...before, ...listed('it takes now', replayed.transitions, 'it takes none now')];
  return [`  both times: ${from}`, ...effectsText(recorded, replayed)];
}

const valueLength = 120;

function valueText(value: Json): string {
  const text = JSON.stringify(value);
  return text.length > valueLength ? `${text.slice(0, valueLength)}…` : text;
}

const contextText = ({ key, recorded, replayed }: ContextDifference): string[] => [
  `  ${key} was ${valueText(recorded)}`,
  `  ${' '.repeat(key.length)} is  ${valueText(replayed)}`,
];

function differenceText(
  report: ReplayReport,
  { step, recorded, replayed, contexts, error }: ReplayDifference,
): string[] {
  const story = report.steps
    .filter(({ event }) => event.actor === step.event.actor && event.seq < step.event.seq)
    .slice(-storyLength);
  return [
    stepText(step),
    ...(contexts.length > 0
      ? [`  both times: ${stateValueText(recorded.state)}`, ...contexts.flatMap(contextText)]
      : outcomesText(recorded, replayed)),
    ...(error === null || error === undefined
      ? []
      : [`  the chart broke: ${error instanceof Error ? error.message : String(error)}`]),
    ...(recorded.state.status === 'error' && replayed.state.status !== 'error'
      ? ['  it broke when it was recorded, and continues here, where no action reaches the world']
      : []),
    ...(story.length > 0
      ? [
          '  before that:',
          ...story.map(({ event }) => `    ${clock(event.at)} ${event.event.type} → ${stateValueText(event.after)}`),
        ]
      : []),
  ];
}

/** The output of `npm run replay`: the first step that differs, or that there is none. */
export function reportText(trace: Trace, report: ReplayReport): string {
  const machines = new Set(report.steps.map(({ machine }) => machine));
  const [first, ...others] = report.differences;
  const ending = report.steps.length === 0 ? nothingToReplay : 'All charts followed the recorded path.';
  return [
    `${counted(trace.events.length, 'event')} of ${counted(trace.actors.length, 'actor')}, recorded by version ${trace.version}; ${counted(report.steps.length, 'step')} of ${counted(machines.size, 'chart')} replayed.`,
    ...(report.unknownMachines.length > 0 ? [`Not in this build: ${report.unknownMachines.join(', ')}.`] : []),
    ...report.broken.map((step) => `${stepText(step)} and broke, as it did when it was recorded.`),
    ...(first === undefined ? [ending] : differenceText(report, first)),
    ...(others.length > 0
      ? [`${counted(others.length, 'other difference')} later: ${others.map(({ step }) => step.machine).join(', ')}.`]
      : []),
  ]
    .map(onOneLine)
    .join('\n');
}
