import { expect, it } from 'vitest';
import { misplacedPages, pagesByArea } from '../../scripts/statecharts/pageFolders.ts';
import type { Screen } from '../../scripts/statecharts/screens.ts';
import { pages } from '../../src/router/pages.ts';

const charts = [
  { id: 'projectLogs', file: 'src/machines/logs/projectLogs/projectLogs.machine.ts' },
  { id: 'advisors', file: 'src/machines/advisors/advisors/advisors.machine.ts' },
];
const logs: Screen = {
  page: 'logs',
  address: pages.logs.path,
  view: 'src/views/logs/LogsScreen.tsx',
  flow: 'projectLogs',
  layoutFlows: [],
};

const misplaced = (screen: Screen, wiring = ['src/app/logs/logs.flow.ts']) =>
  misplacedPages({ screens: [screen], wiringOf: () => wiring }, charts);

it('finds nothing where view, flow and services are in the folders of the page’s area', () => {
  expect(misplaced(logs)).toEqual([]);
});

it.each(['src/views/app/PreferencesScreen.tsx', 'src/views/parts/NotFound.tsx'])('takes %s for every area', (view) => {
  expect(misplaced({ ...logs, view, flow: null })).toEqual([]);
});

it('says which file is in the folder of another area', () => {
  const sentence = (file: string) => `The page \`logs\` belongs to the area logs, and ${file} does not.`;
  const [view, wiring] = ['src/views/sql/LogsScreen.tsx', 'src/app/projects/logs.flow.ts'];
  expect(misplaced({ ...logs, view })).toEqual([sentence(view)]);
  expect(misplaced({ ...logs, flow: 'advisors' })).toEqual([sentence(charts[1]!.file)]);
  expect(misplaced(logs, [wiring])).toEqual([sentence(wiring)]);
});

it('lists pages by area', () => {
  const home: Screen = { ...logs, page: 'project', view: 'src/views/projects/HomeScreen.tsx', flow: null };
  const advisors: Screen = { ...logs, page: 'advisors', flow: 'advisors' };
  expect(pagesByArea([logs, home, advisors]).split('\n').slice(2)).toEqual([
    '| `advisors` | `advisors` | `/project/:ref/advisors` | [logs/LogsScreen.tsx](../../src/views/logs/LogsScreen.tsx) | [advisors](./advisors/advisors.md) |',
    '| `logs` | `logs` | `/project/:ref/logs` | [logs/LogsScreen.tsx](../../src/views/logs/LogsScreen.tsx) | [projectLogs](./logs/projectLogs.md) |',
    '| `projects` | `project` | `/project/:ref` | [projects/HomeScreen.tsx](../../src/views/projects/HomeScreen.tsx) |  |',
  ]);
});
