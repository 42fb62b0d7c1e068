import type { ReplayDifference, ReplayReport } from '../../src/trace/replay.ts';
import type { Trace, TracedPlace } from '../../src/trace/trace.ts';
import { counted } from '../statecharts/markdown.ts';
import { printable } from './text.ts';

const placeText = ({ status, value }: TracedPlace): string => {
  const state = typeof value === 'string' ? value : JSON.stringify(value);
  return status === 'active' ? state : `${state} (${status})`;
};

const clock = (at: number): string => new Date(at).toISOString().slice(11, 23);

const nothingToReplay = 'It holds no step of a chart that this build knows, so that nothing was replayed.';

/** Steps of the same actor shown before a difference. */
const storyLength = 8;

function differenceText(report: ReplayReport, { step, recorded, replayed, error }: ReplayDifference): string {
  const story = report.steps.filter(({ event }) => event.actor === step.event.actor && event.seq < step.event.seq).slice(-storyLength);
  return [
    `Step ${step.event.seq} at ${clock(step.event.at)}: ${step.machine} got ${step.event.event.type}`,
    `  recorded: ${placeText(recorded)}`,
    `  replayed: ${placeText(replayed)}`,
    ...(error === null || error === undefined ? [] : [`  the chart broke: ${error instanceof Error ? error.message : String(error)}`]),
    ...(step.event.transitions.length > 0 ? ['  it had taken:', ...step.event.transitions.map((key) => `    ${key}`)] : ['  it had taken no transition']),
    ...(story.length > 0 ? ['  before that:', ...story.map(({ event }) => `    ${clock(event.at)} ${event.event.type} → ${placeText(event.after)}`)] : []),
  ].join('\n');
}

/** What `npm run replay` prints: the first step that went another way, or that none did. */
export function reportText(trace: Trace, report: ReplayReport): string {
  const machines = new Set(report.steps.map(({ machine }) => machine));
  const [first, ...others] = report.differences;
  const ending = report.steps.length === 0 ? nothingToReplay : 'Every chart went the recorded way.';
  return printable([
    `${counted(trace.events.length, 'event')} of ${counted(trace.actors.length, 'actor')}, recorded by version ${trace.version}; ${counted(report.steps.length, 'step')} of ${counted(machines.size, 'chart')} replayed.`,
    ...(report.unknownMachines.length > 0 ? [`Not in this build: ${report.unknownMachines.join(', ')}.`] : []),
    first === undefined ? ending : differenceText(report, first),
    ...(others.length > 0 ? [`${counted(others.length, 'other actor')} ${others.length === 1 ? 'differs' : 'differ'} later: ${others.map(({ step }) => step.machine).join(', ')}.`] : []),
  ].join('\n'));
}
