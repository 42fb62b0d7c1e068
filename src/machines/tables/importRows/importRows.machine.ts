import * as v from 'valibot';
import { assign, sendTo } from 'xstate';
import { failureOf, type Failure } from '../../../contract/common/apiError.ts';
import {
  importRequestOf,
  importRequestSchema,
  matchColumns,
  tableNameOf,
  type ImportChoices,
  type ImportEnd,
  type ImportPreview,
  type ImportRequest,
  type OnError,
  type ReadOptions,
} from '../../../contract/tables/importRows.ts';
import { settleRetryMs, type SettledCommit } from '../../../contract/tables/settledCommit.ts';
import type { TableDetail } from '../../../contract/tables/table.ts';
import { draftActors, draftDelays, draftStates, loadDraft } from '../../parts/draft.ts';
import {
  cannotFail,
  clearFailure,
  keepFailure,
  keepThrown,
  onFailure,
  type FailureContext,
} from '../../parts/failure.ts';
import { flowSetup } from '../../parts/flowSetup.ts';
import type { Port } from '../../parts/port.ts';
import { unprovided, unprovidedSource } from '../../parts/unprovided.ts';
import { shapeSuggestionsMachine } from '../shapeSuggestions/shapeSuggestions.machine.ts';

/** A file that was chosen; its bytes are in the services. */
export interface ImportSource {
  id: string;
  name: string;
  /** In bytes. */
  size: number;
}

/** A table that the rows can go to. */
export interface ImportTarget {
  id: number;
  name: string;
}

/** The user wants to see the table. */
export interface ImportOpened {
  type: 'import.opened';
  id: number;
}

/** Rows are in a table: it may be a new one. */
export interface RowsImported {
  type: 'rows.imported';
}

export interface ImportRowsInput {
  ref: string;
  /** The schema that the list shows. */
  schema: string;
  /** The table that the import was opened for; null for any. */
  target: ImportTarget | null;
  /** A file that was dropped or pasted; null to choose one. */
  source: ImportSource | null;
  parent: Port<ImportOpened | RowsImported>;
}

/** What survives a reload: the file has to be chosen again. */
export interface ImportDraft {
  file: string | null;
  text: string;
  choices: ImportChoices | null;
}

/** A file as it is read, and the table that its rows go to; null for a new one. */
export interface Reading {
  read: ReadOptions;
  preview: ImportPreview;
  table: TableDetail | null;
}

export interface ReadSource {
  ref: string;
  source: ImportSource;
  /** Null to find out. */
  read: ReadOptions | null;
  tableId: number | null;
}

/** A row that was rejected, as it is listed. */
interface BadRow {
  line: number;
  reason: string;
}

/** What the import reports. */
export type ImportReport =
  | { type: 'file.sent'; share: number }
  | { type: 'rows.written'; rows: number }
  | { type: 'rows.rejected'; rows: readonly BadRow[] }
  | { type: 'import.ended'; end: ImportEnd }
  | { type: 'import.refused'; failure: Failure }
  /** The answer ended too early: the commit tells what became of the rows. */
  | { type: 'import.lost'; failure: Failure; commit: string };

interface ImportRowsContext extends Omit<ImportRowsInput, 'source'>, FailureContext {
  source: ImportSource | null;
  /** What was typed or pasted. */
  text: string;
  draft: ImportDraft | null;
  choices: ImportChoices;
  /** How the file is to be read; null to find out. */
  read: ReadOptions | null;
  /** Null before a file was read. */
  preview: ImportPreview | null;
  /** The table that the rows go to; null for a new one. */
  table: TableDetail | null;
  /** Why the choices cannot be sent. */
  problem: string | null;
  /** Share of the file that was sent, from 0 to 1. */
  sent: number;
  /** Rows that are written. */
  rows: number;
  /** The first of the rejected rows. */
  badRows: readonly BadRow[];
  rejected: number;
  end: ImportEnd | null;
  /** Of an import whose answer was lost. */
  commit: string;
}

type ImportRowsEvent =
  | ImportReport
  | { type: 'text.changed'; text: string }
  | { type: 'source.chosen'; file: File }
  | { type: 'source.dropped' }
  | { type: 'read.changed'; read: ReadOptions }
  | { type: 'target.chosen'; tableId: number | null }
  | { type: 'choices.changed'; choices: Partial<ImportChoices> }
  | { type: 'import.submitted' }
  | { type: 'import.cancelled' }
  | { type: 'skip.chosen' }
  | { type: 'import.revised' }
  | { type: 'rejected.requested' }
  | { type: 'table.requested' };

/** Rejected rows that are listed; the file has all of them. */
const badRowsShown = 100;

const firstChoices: ImportChoices = {
  tableId: null,
  read: { format: 'delimited', encoding: 'utf-8', delimiter: ',', hasHeader: true, nullText: '' },
  columns: [],
  onError: 'stop',
  name: '',
  comment: '',
  rowSecurity: true,
  hasId: true,
};

const requestOf = ({ choices, schema }: ImportRowsContext): ImportRequest => importRequestOf(choices, schema);

const keyOf = ({ ref, target }: ImportRowsContext) => ({ ref, tableId: target?.id ?? null });

/** What the tables that may have the name of the new one are found by. */
const soughtName = ({ schema, choices: { name } }: Pick<ImportRowsContext, 'schema' | 'choices'>): string =>
  `${schema}.${name}`;

const sourcesOf = ({ columns }: ImportChoices): string => JSON.stringify(columns.map(({ source }) => source));

/** The choices that a new file begins with: those that were made for a file of its name. */
function choicesOf({ draft, choices, target }: ImportRowsContext, { name }: ImportSource): ImportChoices {
  const drafted = draft?.file === name ? draft.choices : null;
  if (drafted === null) return { ...choices, name: '', columns: [] };
  return target === null ? drafted : { ...drafted, tableId: target.id };
}

/** The choices for a file that was read: those that were made for the same columns stay. */
function choicesFor({ choices, source }: ImportRowsContext, { read, preview, table }: Reading): ImportChoices {
  const tableId = table?.id ?? null;
  const columns = matchColumns(preview, table?.columns ?? null);
  const isSame = choices.tableId === tableId && sourcesOf(choices) === sourcesOf({ ...choices, columns });
  return {
    ...choices,
    tableId,
    read,
    columns: isSame ? choices.columns : columns,
    name: choices.name === '' ? tableNameOf(source?.name ?? '') : choices.name,
  };
}

/** The rejected rows of the file are wanted as a download. */
export interface SaveRejected {
  type: 'rejected.saved';
  source: ImportSource;
}

export const importRowsMachine = flowSetup({
  types: {
    input: {} as ImportRowsInput,
    context: {} as ImportRowsContext,
    events: {} as ImportRowsEvent,
    children: {} as { suggestions: 'shapeSuggestions'; existing: 'shapeSuggestions' },
    tags: {} as 'busy',
  },
  actors: {
    ...draftActors<ImportDraft, { ref: string; tableId: number | null }>(),
    shapeSuggestions: shapeSuggestionsMachine,
    keepFile: unprovided<ImportSource, { file: File }>('keepFile'),
    readSource: unprovided<Reading, ReadSource>('readSource'),
    /** Sends the file; ends when it is stopped. */
    importFile: unprovidedSource<ImportReport, { ref: string; source: ImportSource; request: ImportRequest }>(
      'importFile',
    ),
    settleImport: unprovided<SettledCommit, { ref: string; commit: string }>('settleImport'),
    /** Offers rejected rows as a download; forgets the files when it is stopped. */
    holdFiles: unprovidedSource<SaveRejected, { ref: string }>('holdFiles'),
  },
  delays: { ...draftDelays, settleRetry: settleRetryMs },
  guards: {
    hasSource: ({ context }) => context.source !== null,
    hasTable: ({ context }) => context.end?.id != null,
    isComplete: ({ context }) => v.is(importRequestSchema, requestOf(context)),
    isKept: (_, { end }: { end: ImportEnd }) => end.committed,
    isNamed: (_, { choices }: { choices: Partial<ImportChoices> }) => choices.name !== undefined,
    isCommitted: (_, { outcome }: { outcome: SettledCommit['outcome'] }) => outcome === 'committed',
  },
  actions: {
    keepFailure: keepFailure<ImportRowsContext, ImportRowsEvent>(),
    clearFailure: clearFailure<ImportRowsContext, ImportRowsEvent>(),
    takeDraft: assign(({ context }, { draft }: { draft: ImportDraft | null }) => ({
      draft,
      text: draft?.text ?? context.text,
    })),
    keepText: assign((_, { text }: { text: string }) => ({ text })),
    keepSource: assign(({ context }, { source }: { source: ImportSource }) => {
      const choices = choicesOf(context, source);
      return { source, choices, read: choices.columns.length === 0 ? null : choices.read, preview: null, table: null };
    }),
    keepReading: assign(({ context }, { reading }: { reading: Reading }) => ({
      read: reading.read,
      preview: reading.preview,
      table: reading.table,
      choices: choicesFor(context, reading),
      problem: null,
    })),
    keepRead: assign(({ context }, { read }: { read: ReadOptions }) => ({
      read,
      choices: { ...context.choices, read },
    })),
    keepTarget: assign(({ context }, { tableId }: { tableId: number | null }) => ({
      choices: { ...context.choices, tableId },
      table: null,
    })),
    keepChoices: assign(({ context }, { choices }: { choices: Partial<ImportChoices> }) => ({
      choices: { ...context.choices, ...choices },
      problem: null,
    })),
    searchExistingTables: sendTo('existing', ({ context }) => ({
      type: 'search.changed' as const,
      search: soughtName(context),
    })),
    chooseSkipping: assign(({ context }) => ({ choices: { ...context.choices, onError: 'skip' as OnError } })),
    keepProblem: assign(({ context }) => {
      const { issues } = v.safeParse(importRequestSchema, requestOf(context));
      return { problem: issues?.[0].message ?? null };
    }),
    forgetSource: assign(({ context: { source, choices, text, draft } }) => ({
      source: null,
      preview: null,
      draft: source === null ? draft : { file: source.name, choices, text },
      failure: null,
    })),
    begin: assign({ sent: 0, rows: 0, rejected: 0, badRows: [], end: null, problem: null, failure: null }),
    keepSent: assign((_, { share }: { share: number }) => ({ sent: share })),
    keepRows: assign((_, { rows }: { rows: number }) => ({ rows, sent: 1 })),
    addRejected: assign(({ context }, { rows }: { rows: readonly BadRow[] }) => ({
      rejected: context.rejected + rows.length,
      badRows: [...context.badRows, ...rows].slice(0, badRowsShown),
    })),
    keepEnd: assign((_, { end }: { end: ImportEnd }) => ({ end })),
    keepReported: assign((_, { failure }: { failure: Failure }) => ({ failure: failureOf(failure) })),
    keepCommit: assign((_, { commit }: { commit: string }) => ({ commit })),
    keepSettled: assign(({ context }, { settled }: { settled: SettledCommit }) => ({
      failure: null,
      end: {
        committed: true,
        rows: settled.outcome === 'committed' ? settled.count : 0,
        rejected: context.rejected,
        id: context.choices.tableId,
      },
    })),
    saveRejected: sendTo('files', ({ context }): SaveRejected => ({ type: 'rejected.saved', source: context.source! })),
    reportRows: sendTo(({ context }) => context.parent, { type: 'rows.imported' as const }),
    openTable: sendTo(
      ({ context }) => context.parent,
      ({ context: { end } }) => ({ type: 'import.opened' as const, id: end?.id ?? 0 }),
    ),
  },
}).createMachine({
  id: 'importRows',
  description:
    'Imports a file or a pasted text into a table: reads its beginning, lets the user correct how it is read and where its columns go, and sends it.',
  context: ({ input: { target, ...input } }) => ({
    ...input,
    target,
    text: '',
    draft: null,
    read: null,
    choices: { ...firstChoices, tableId: target?.id ?? null },
    preview: null,
    table: null,
    problem: null,
    sent: 0,
    rows: 0,
    badRows: [],
    rejected: 0,
    end: null,
    commit: '',
    failure: null,
  }),
  invoke: [
    {
      id: 'files',
      src: 'holdFiles',
      input: ({ context: { ref } }) => ({ ref }),
      onError: cannotFail.watching,
    },
    {
      id: 'suggestions',
      src: 'shapeSuggestions',
      input: ({ context: { ref } }) => ({ ref }),
      onError: cannotFail.chart,
    },
  ],
  initial: 'loadingDraft',
  states: {
    loadingDraft: loadDraft<ImportDraft>().by(keyOf).to('opening'),
    opening: {
      always: [
        {
          guard: 'hasSource',
          target: 'reading',
          actions: { type: 'keepSource', params: ({ context }) => ({ source: context.source! }) },
          description: 'A file was dropped, or a text was pasted.',
          meta: { waiver: 'The paths open it without a file; a scenario opens it with one.' },
        },
        { target: 'choosing' },
      ],
    },
    choosing: {
      initial: 'saved',
      on: {
        'source.chosen': { target: 'receiving' },
        'text.changed': {
          target: '.unsaved',
          reenter: true,
          actions: { type: 'keepText', params: ({ event }) => event },
        },
      },
      states: draftStates(
        ({ text, draft }: ImportRowsContext): ImportDraft => ({
          file: draft?.file ?? null,
          choices: draft?.choices ?? null,
          text,
        }),
        keyOf,
      ),
    },
    receiving: {
      description: 'Files stay in the services: charts hold data.',
      tags: 'busy',
      invoke: {
        id: 'file',
        src: 'keepFile',
        input: ({ event }) => ({ file: (event as Extract<ImportRowsEvent, { type: 'source.chosen' }>).file }),
        onDone: {
          target: 'reading',
          actions: { type: 'keepSource', params: ({ event }) => ({ source: event.output }) },
        },
        onError: cannotFail.watching,
      },
    },
    reading: {
      entry: 'clearFailure',
      tags: 'busy',
      description: 'Only the beginning of the file is read.',
      invoke: {
        id: 'reading',
        src: 'readSource',
        input: ({ context: { ref, source, read, choices } }) => ({
          ref,
          source: source!,
          read,
          tableId: choices.tableId,
        }),
        onDone: {
          target: 'mapping.unsaved',
          actions: { type: 'keepReading', params: ({ event }) => ({ reading: event.output }) },
        },
        onError: onFailure('unread'),
      },
    },
    unread: {
      description: 'The file cannot be read in this way, or its table is gone.',
      on: {
        'source.dropped': { target: 'choosing.unsaved', actions: 'forgetSource' },
        'read.changed': { target: 'reading', actions: { type: 'keepRead', params: ({ event }) => event } },
        'target.chosen': { target: 'reading', actions: { type: 'keepTarget', params: ({ event }) => event } },
      },
    },
    mapping: {
      initial: 'saved',
      invoke: {
        id: 'existing',
        src: 'shapeSuggestions',
        input: ({ context }) => ({ ref: context.ref, search: soughtName(context) }),
        onError: cannotFail.chart,
      },
      on: {
        'source.dropped': { target: 'choosing.unsaved', actions: 'forgetSource' },
        'read.changed': { target: 'reading', actions: { type: 'keepRead', params: ({ event }) => event } },
        'target.chosen': { target: 'reading', actions: { type: 'keepTarget', params: ({ event }) => event } },
        'choices.changed': [
          {
            guard: { type: 'isNamed', params: ({ event }) => event },
            target: '.unsaved',
            actions: [{ type: 'keepChoices', params: ({ event }) => event }, 'searchExistingTables'],
            description: 'A table may have the name already.',
          },
          {
            target: '.unsaved',
            actions: { type: 'keepChoices', params: ({ event }) => event },
          },
        ],
        'import.submitted': [
          { guard: 'isComplete', target: 'running', description: 'The request matches its schema.' },
          { actions: 'keepProblem', description: 'An invalid request is not sent.' },
        ],
      },
      states: draftStates(
        ({ source, choices, text }: ImportRowsContext): ImportDraft => ({ file: source?.name ?? null, choices, text }),
        keyOf,
      ),
    },
    running: {
      entry: 'begin',
      tags: 'busy',
      description: 'Nothing stays before the end: a file that is not sent whole changes nothing.',
      invoke: {
        id: 'import',
        src: 'importFile',
        input: ({ context }) => ({ ref: context.ref, source: context.source!, request: requestOf(context) }),
        onError: { target: 'mapping.unsaved', actions: keepThrown },
      },
      on: {
        'file.sent': { actions: { type: 'keepSent', params: ({ event }) => event } },
        'rows.written': { actions: { type: 'keepRows', params: ({ event }) => event } },
        'rows.rejected': { actions: { type: 'addRejected', params: ({ event }) => event } },
        'import.ended': [
          {
            guard: { type: 'isKept', params: ({ event }) => event },
            target: 'imported',
            actions: { type: 'keepEnd', params: ({ event }) => event },
            description: 'The rows are in the table.',
          },
          {
            target: 'refused',
            actions: { type: 'keepEnd', params: ({ event }) => event },
            description: 'Some rows are bad, and the user wanted all or none.',
          },
        ],
        'import.refused': {
          target: 'mapping.unsaved',
          actions: { type: 'keepReported', params: ({ event }) => event },
          description: 'The server refused it before it began.',
        },
        'import.lost': {
          target: 'settling',
          actions: [
            { type: 'keepReported', params: ({ event }) => event },
            { type: 'keepCommit', params: ({ event }) => event },
          ],
          description: 'The rows may be in the table all the same.',
        },
        'import.cancelled': { target: 'mapping.unsaved', description: 'Nothing was imported.' },
      },
    },
    settling: {
      tags: 'busy',
      description: 'Asks what became of the rows. An import that has not reached its end is given up.',
      invoke: {
        id: 'settling',
        src: 'settleImport',
        input: ({ context: { ref, commit } }) => ({ ref, commit }),
        onDone: [
          {
            guard: { type: 'isCommitted', params: ({ event }) => event.output },
            target: 'imported',
            actions: { type: 'keepSettled', params: ({ event }) => ({ settled: event.output }) },
            description: 'Only the answer was lost.',
          },
          { target: 'mapping.unsaved', description: 'Nothing was imported, and the reason is shown.' },
        ],
        onError: { target: 'waiting' },
      },
    },
    waiting: {
      tags: 'busy',
      after: { settleRetry: { target: 'settling' } },
    },
    refused: {
      on: {
        'rejected.requested': { actions: 'saveRejected' },
        'skip.chosen': { target: 'running', actions: 'chooseSkipping' },
        'import.revised': { target: 'mapping.unsaved' },
      },
    },
    imported: {
      entry: 'reportRows',
      invoke: {
        id: 'draft',
        src: 'deleteDraft',
        input: ({ context }) => keyOf(context),
        onError: { description: 'The next import then begins with these choices.' },
      },
      on: {
        'rejected.requested': { actions: 'saveRejected' },
        'table.requested': { guard: 'hasTable', actions: 'openTable', description: 'The list closes the import.' },
      },
    },
  },
});
