import type { LogLine, LogPage } from '../../../src/contract/logs/logLine.ts';
import { logViewIn } from '../../../src/contract/logs/logView.ts';
import { projectLogsMachine } from '../../../src/machines/logs/projectLogs/projectLogs.machine.ts';
import { refusal, screenInput } from '../../fixtures/screen.ts';
import type { Model } from '../../support/paths.ts';

export const refused: LogLine = {
  id: '2',
  timestamp: '2026-11-24T12:00:02.000Z',
  source: 'auth_logs',
  level: 'warning',
  event_message: 'POST /token 400: invalid_credentials',
  metadata: { status: 400, auth_event: { action: 'login_failed' } },
};
const asked: LogLine = {
  id: '1',
  timestamp: '2026-11-24T12:00:01.000Z',
  source: 'edge_logs',
  level: 'info',
  event_message: 'GET /rest/v1/boats 200',
  metadata: { response: { status_code: 200 } },
};

export const lastPage: LogPage = {
  lines: [refused, asked],
  next: null,
  searched_to: null,
  points: [
    { at: '2026-11-24T11:00:00.000Z', lines: 0 },
    { at: '2026-11-24T12:00:00.000Z', lines: 2 },
  ],
  retention: { days: 7, lines: 100_000 },
};
export const fullPage: LogPage = { ...lastPage, next: '1764000000000.1' };

const errors = { ...logViewIn({}), level: 'error' as const };

export const projectLogsModel: Model<typeof projectLogsMachine> = {
  machine: projectLogsMachine,
  input: () => ({ ...screenInput(), params: { ref: 'abc' } }),
  events: {
    'view.changed': [{ type: 'view.changed', view: errors }],
    'search.typed': [{ type: 'search.typed', search: 'token' }],
    'address.changed': [],
    'list.reloaded': [{ type: 'list.reloaded' }],
    'more.requested': [{ type: 'more.requested' }],
    'tail.toggled': [{ type: 'tail.toggled' }],
    'line.opened': [{ type: 'line.opened', line: refused }],
    'line.closed': [{ type: 'line.closed' }],
    'tail.elapsed': [],
    'page.hidden': [],
    'page.shown': [],
  },
  answers: {
    address: [{ sends: { type: 'address.changed', view: errors } }],
    logs: [{ output: fullPage }, { output: lastPage }, { output: { ...lastPage, range: '1h' } }, { error: refusal }],
    more: [{ output: { ...lastPage, lines: [{ ...asked, id: '0' }], points: null } }, { error: refusal }],
    newest: [{ output: lastPage }, { output: { ...lastPage, range: '1h' } }, { error: refusal }],
    sight: [{ sends: { type: 'page.hidden' } }, { sends: { type: 'page.shown' } }],
  },
  // What the guards read.
  distinguish: ({ page, view, hasOlder, opened }) => [page?.next != null, view.range, hasOlder, opened !== null],
  invariants: [
    {
      says: 'Nothing is read by itself under a user who reads a line or older pages.',
      when: (_, { awaited }) => awaited.includes('newest'),
      holds: ({ context }, { before }) =>
        before?.matches({ list: 'refreshing' }) === true || (context.opened === null && !context.hasOlder),
    },
    {
      says: 'The lines that were read stay until others come.',
      when: (_, { before }) => before !== null && before.context.lines.length > 0,
      holds: ({ context }) => context.lines.length > 0,
    },
  ],
};
