import type { Port } from '../../../src/machines/parts/port.ts';
import {
  cellEditorMachine,
  type CellAccepted,
  type OpenedCell,
} from '../../../src/machines/tables/cellEditor/cellEditor.machine.ts';
import { refusal } from '../../fixtures/screen.ts';
import { boats } from '../../fixtures/tables.ts';
import type { Model } from '../../support/paths.ts';
import { ada } from './stagedEdits.model.ts';

export const notes: OpenedCell = {
  row: '{"id":"1"}',
  stored: ada,
  column: { ...boats.columns[2]!, default: "'{}'" },
  text: '{"deck": 1}',
  isCut: false,
  readOnly: false,
  pointsAt: null,
};

export const cellEditorModel: Model<typeof cellEditorMachine> = {
  machine: cellEditorMachine,
  input: (_, port) => ({
    ref: 'abc',
    viewAs: null,
    id: boats.id,
    cell: { ...notes, text: '{"de', isCut: true },
    parent: port as unknown as Port<CellAccepted>,
  }),
  events: {
    'text.changed': [
      { type: 'text.changed', text: '{"deck": 2}' },
      { type: 'text.changed', text: '{' },
      { type: 'text.changed', text: null },
    ],
    'file.chosen': [{ type: 'file.chosen', file: new Blob(['{"deck": 3}']) }],
    'download.requested': [{ type: 'download.requested' }],
    'value.accepted': [{ type: 'value.accepted' }],
    'default.chosen': [{ type: 'default.chosen' }],
    'reading.retried': [{ type: 'reading.retried' }],
    'value.refused': [{ type: 'value.refused' }],
    'draft.recalled': [],
    'draft.discarded': [{ type: 'draft.discarded' }],
  },
  answers: {
    draft: [
      { sends: { type: 'draft.recalled', draft: { text: '{"deck": 5}', from: '{"deck": 1}' } } },
      { sends: { type: 'draft.recalled', draft: { text: '{"deck": 5}', from: '{"deck": 0}' } } },
    ],
    value: [
      { output: { value: '{"deck": 1}', leftOutBytes: null } },
      { output: { value: null, leftOutBytes: 50_000_000 } },
      { error: refusal },
    ],
    wholeSaving: [{ output: undefined }, { error: refusal }],
    fileReading: [{ output: '{"deck": 3}' }, { error: refusal }],
    fileSaving: [{ output: undefined }, { error: refusal }],
  },
  distinguish: ({ text, cells, draft, isDraft, begunFrom }) => [
    text === cells?.[0],
    text,
    draft?.from,
    isDraft,
    begunFrom !== null,
  ],
  invariants: [
    {
      says: 'A value that is too long is neither edited nor staged.',
      when: (_, { before }) => before !== null && before.context.tooManyBytes !== null,
      holds: (snapshot, { before }) => snapshot.context.text === before?.context.text && !snapshot.matches('editing'),
    },
    {
      says: 'What cannot be JSON is not staged.',
      when: (_, { event }) => event?.type === 'value.accepted',
      holds: (_, { sent }) => !JSON.stringify(sent).includes('"value":"{"'),
    },
  ],
};
