import { chartLink, inWords } from './markdown.ts';
import { safe } from './mermaid.ts';
import type { Conversation, Talk } from './messageFlow.ts';

const fence = (lines: readonly string[]): string => ['```mermaid', ...lines, '```'].join('\n');

const arrow = ({ from, to, events }: Talk): string => `  ${from} -->|"${events.map(safe).join('<br/>')}"| ${to}`;

interface Placed {
  id: string;
}

/** Every chart with the charts that it starts. */
function family(charts: readonly Placed[], { startedBy }: Conversation): string {
  const links = charts.flatMap(({ id }) =>
    startedBy(id).flatMap((started) => started.charts.map((child) => `  ${id} --> ${child}`)),
  );
  return fence(['flowchart LR', ...new Set(links)]);
}

/** Charts that neither start others nor are started by one. */
function alone(charts: readonly Placed[], { startedBy, startersOf }: Conversation): string {
  const ids = charts
    .map(({ id }) => id)
    .filter((id) => startersOf(id).length === 0 && startedBy(id).every((started) => started.charts.length === 0));
  return ids.length === 0
    ? ''
    : ` ${inWords(ids.map((id) => chartLink(id, '.')))} ${ids.length === 1 ? 'has' : 'have'} neither a parent nor children.`;
}

/** The messages between a chart and its neighbors. */
const spoken = (talks: readonly Talk[]): string => fence(['flowchart LR', ...talks.map(arrow)]);

interface Picture {
  title: string;
  text: string;
  talks: readonly Talk[];
}

/** One picture of everything would be unreadable, so there are several without overlap. */
function pictures(charts: readonly Placed[], { talks, startedBy, startersOf }: Conversation): Picture[] {
  const roots = charts
    .map(({ id }) => id)
    .filter((id) => startersOf(id).length === 0 && startedBy(id).some((started) => started.charts.length > 0));
  const ofRoots = roots.flatMap((root): Picture[] => {
    const isChild = (id: string) => startersOf(id).includes(root);
    return [
      {
        title: `What ${root} sends to its children`,
        text: 'To the charts that it starts.',
        talks: talks.filter(({ from }) => from === root),
      },
      {
        title: `What ${root} receives from its children`,
        text: 'From the charts that it starts.',
        talks: talks.filter(({ from, to }) => to === root && isChild(from)),
      },
      {
        title: `What ${root} receives through the port`,
        text: 'Commands of flows further below, through the port in their input (`src/machines/parts/port.ts`).',
        talks: talks.filter(({ from, to }) => to === root && !isChild(from)),
      },
    ];
  });
  const others = talks.filter(({ from, to }) => !roots.includes(from) && !roots.includes(to));
  return [
    ...ofRoots,
    { title: 'Messages between other charts', text: 'Between a chart and the charts that it starts.', talks: others },
  ].filter((picture) => picture.talks.length > 0);
}

/** The tree of charts, and the messages between them. */
export function communication(charts: readonly Placed[], conversation: Conversation): string {
  return [
    `### Who starts whom\n\nA chart with several parents is listed once; each page lists the services of its chart.${alone(charts, conversation)}\n\n${family(charts, conversation)}`,
    ...pictures(charts, conversation).map(({ title, text, talks }) => `### ${title}\n\n${text}\n\n${spoken(talks)}`),
  ].join('\n\n');
}
