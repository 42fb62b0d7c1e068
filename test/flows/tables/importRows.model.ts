import type { ImportChoices, ImportPreview, ReadOptions } from '../../../src/contract/tables/importRows.ts';
import type { Port } from '../../../src/machines/parts/port.ts';
import {
  importRowsMachine,
  type ImportDraft,
  type ImportOpened,
  type ImportSource,
  type Reading,
  type RowsImported,
} from '../../../src/machines/tables/importRows/importRows.machine.ts';
import { refusal } from '../../fixtures/screen.ts';
import { boats } from '../../fixtures/tables.ts';
import type { Model } from '../../support/paths.ts';

export const csv: ReadOptions = {
  format: 'delimited',
  encoding: 'utf-8',
  delimiter: ',',
  hasHeader: true,
  nullText: '',
};
export const source: ImportSource = { id: 'one', name: 'harbors.csv', size: 20 };
export const preview: ImportPreview = {
  sources: ['Name', 'Berths'],
  types: ['text', 'bigint'],
  rows: [['Kiel', '12']],
  problems: [],
};
export const reading: Reading = { read: csv, preview, table: null };
const intoBoats: Reading = { ...reading, table: boats };

export const drafted: ImportChoices = {
  tableId: null,
  read: { ...csv, delimiter: ';' },
  columns: [
    { source: 'Name', name: 'harbor', dataType: 'text' },
    { source: 'Berths', name: '', dataType: 'integer' },
  ],
  onError: 'skip',
  name: 'ports',
  comment: '',
  rowSecurity: true,
  hasId: false,
};
export const draft: ImportDraft = { file: source.name, text: 'a,b', choices: drafted };
const file = new File(['Name,Berths\nKiel,12\n'], source.name);
const end = { committed: true, rows: 3, rejected: 1, id: 9 };

export const importRowsModel: Model<typeof importRowsMachine> = {
  machine: importRowsMachine,
  input: (_, port) => ({
    ref: 'abc',
    schema: 'public',
    target: null,
    source: null,
    parent: port as unknown as Port<ImportOpened | RowsImported>,
  }),
  events: {
    'text.changed': [{ type: 'text.changed', text: 'a\n1' }],
    'source.chosen': [{ type: 'source.chosen', file }],
    'source.dropped': [{ type: 'source.dropped' }],
    'read.changed': [{ type: 'read.changed', read: { ...csv, delimiter: ';' } }],
    'target.chosen': [{ type: 'target.chosen', tableId: boats.id }],
    'choices.changed': [
      { type: 'choices.changed', choices: { name: '' } },
      { type: 'choices.changed', choices: { onError: 'skip' } },
    ],
    'import.submitted': [{ type: 'import.submitted' }],
    'import.cancelled': [{ type: 'import.cancelled' }],
    'skip.chosen': [{ type: 'skip.chosen' }],
    'import.revised': [{ type: 'import.revised' }],
    'rejected.requested': [{ type: 'rejected.requested' }],
    'table.requested': [{ type: 'table.requested' }],
    'file.sent': [],
    'rows.written': [],
    'rows.rejected': [],
    'import.ended': [],
    'import.refused': [],
    'import.lost': [],
  },
  answers: {
    files: [],
    suggestions: [],
    existing: [],
    draft: [{ output: null }, { output: draft }, { error: refusal }],
    keeping: [{ output: undefined }, { error: refusal }],
    file: [{ output: source }],
    reading: [{ output: reading }, { output: intoBoats }, { error: refusal }],
    import: [
      { sends: { type: 'file.sent', share: 0.5 } },
      { sends: { type: 'rows.written', rows: 200 } },
      { sends: { type: 'rows.rejected', rows: [{ line: 3, reason: 'Not a number.' }] } },
      { sends: { type: 'import.ended', end } },
      { sends: { type: 'import.ended', end: { committed: false, rows: 0, rejected: 1, id: null } } },
      { sends: { type: 'import.refused', failure: { code: 400, message: 'Not like this.' } } },
      { sends: { type: 'import.lost', failure: { code: 500, message: 'Gone.' }, commit: 'c' } },
      { error: refusal },
    ],
    settling: [{ output: { outcome: 'committed', count: 3 } }, { output: { outcome: 'none' } }, { error: refusal }],
  },
  distinguish: ({ choices: { name }, table, end: ended, source: chosen, badRows, preview: known, failure }) => [
    name === '',
    table === null,
    ended?.id ?? null,
    chosen === null,
    badRows.length > 0,
    known === null,
    failure === null,
  ],
  limit: 20_000,
  invariants: [
    {
      says: 'A new import counts its rows from the beginning.',
      when: (snapshot, { before }) => snapshot.matches('running') && before?.matches('running') !== true,
      holds: ({ context: { rows, rejected, badRows, end: ended } }) =>
        rows === 0 && rejected === 0 && badRows.length === 0 && ended === null,
    },
    {
      says: 'A new table without a name is not sent.',
      when: (snapshot) => snapshot.matches('running'),
      holds: ({ context: { choices } }) => choices.tableId !== null || choices.name !== '',
    },
    {
      says: 'The list hears of rows that are in a table.',
      when: (snapshot, { before }) => snapshot.matches('imported') && before?.matches('imported') !== true,
      holds: (_, { sent }) => sent.some(({ event }) => event.type === 'rows.imported'),
    },
  ],
};
