import type { Conversation, Talk } from './conversation.ts';
import { counted } from './markdown.ts';
import { safe } from './mermaid.ts';

const fence = (lines: readonly string[]): string => ['```mermaid', ...lines, '```'].join('\n');

const node = (id: string): string => `${id}["${id}"]`;

const arrow = ({ from, to, events }: Talk): string => `  ${from} -->|"${events.map(safe).join('<br/>')}"| ${to}`;

interface Placed { id: string; side: 'browser' | 'server' }

/** Every chart below the one that starts it. A chart that is started by several stands below each. */
function family(charts: readonly Placed[], { startedBy }: Conversation): string {
  const links = charts.flatMap(({ id }) => startedBy(id).flatMap((started) => started.charts.map((child) => `  ${node(id)} --> ${node(child)}`)));
  const alone = charts.filter(({ side }) => side === 'server').map(({ id }) => `    ${node(id)}`);
  return fence(['flowchart LR', ...new Set(links), ...(alone.length > 0 ? ['  subgraph server', ...alone, '  end'] : [])]);
}

/** What is said between the charts of one neighbourhood. */
const spoken = (talks: readonly Talk[]): string => fence(['flowchart LR', ...talks.map(arrow)]);

/** Who starts whom, and who tells whom what: a picture for each neighbourhood, because one of all could not be read. */
export function communication(charts: readonly Placed[], conversation: Conversation): string {
  const { talks, startedBy } = conversation;
  const parts = [`### Who starts whom\n\n${family(charts, conversation)}`];
  const hubs = charts.map(({ id }) => ({ id, children: startedBy(id).flatMap((started) => started.charts) })).filter(({ children }) => children.length > 0);
  for (const { id, children } of hubs) {
    const down = talks.filter(({ from, to }) => from === id && children.includes(to));
    const up = talks.filter(({ from, to }) => children.includes(from) && to === id);
    const past = talks.filter(({ from, to }) => children.includes(from) && to !== id && !children.includes(to));
    if (down.length > 0) parts.push(`### What ${id} tells\n\n${spoken(down)}`);
    if (up.length > 0) parts.push(`### What ${id} is told\n\n${spoken(up)}`);
    if (past.length > 0) parts.push(`### What is asked past ${id}\n\n${spoken(past)}`);
  }
  return `${counted(talks.length, 'pair')} of charts talk to each other.\n\n${parts.join('\n\n')}`;
}
