import { assign, sendTo } from 'xstate';
import type { Failure } from '../../../contract/common/apiError.ts';
import { isUnnamed, untitledSnippet } from '../../../contract/sql/queryTitle.ts';
import { savedName, type SaveSnippet } from '../../../contract/sql/saveSnippet.ts';
import type { Snippet } from '../../../contract/sql/snippet.ts';
import { sqlTiming } from '../../../contract/sql/sqlEditor.ts';
import { clearFailure, failureIn, keepFailure, keepThrown, onFailure } from '../../parts/failure.ts';
import { flowSetup } from '../../parts/flowSetup.ts';
import type { AppPort } from '../../parts/port.ts';
import { resourceChanged } from '../../parts/resourceCommands.ts';
import { successToast } from '../../parts/toasts.ts';
import { unprovided } from '../../parts/unprovided.ts';
import { localDraftMachine, type LocalDraftReport, type DraftText } from '../localDraft/localDraft.machine.ts';
import { listPatch } from '../sqlSnippets/listPatch.ts';
import { draftTitle } from './draftTitle.ts';

interface DraftEdited {
  type: 'draft.edited';
  change: { sql: string } | { name: string };
}

type SqlDraftEvent =
  | DraftEdited
  | { type: 'save.requested' }
  | { type: 'reading.retried' }
  | { type: 'mine.chosen' }
  | { type: 'theirs.chosen' }
  | { type: 'both.chosen' }
  | LocalDraftReport;

export interface SqlDraftInput {
  ref: string;
  id: string;
  port: AppPort;
}

interface SqlDraftContext extends SqlDraftInput {
  name: string;
  sql: string;
  /** Grows with every edit. */
  revision: number;
  /** Texts that the server may have although no response said so: what this page sent, or an earlier one may have. */
  sent: readonly { name: string; sql: string }[];
  /** The revision that the server is being sent. */
  sentRevision: number;
  /** The revision that the server has. */
  savedRevision: number;
  /** The server's version that the text was made from; 0 where it has none. */
  baseVersion: number;
  /** Grows when the text was replaced by something other than typing, so that an editor knows to follow. */
  replacement: number;
  localCopy: DraftText | null;
  /** What the server holds instead, where it is not what the text was made from; null when it was deleted. */
  theirs: Snippet | null;
  /** Why the last save, read or copy did not succeed. */
  failure: Failure | null;
  /** Why this computer does not keep the text. */
  localFailure: Failure | null;
  /** Another tab holds unsaved changes to the same query. */
  editedElsewhere: boolean;
  attempt: number;
}

type Target = Pick<SqlDraftInput, 'ref' | 'id'>;

/** The server has another version, or has it no more. */
const conflictCodes: ReadonlySet<Failure['code']> = new Set([404, 409]);

/** Saving the same again would be refused again. 401 is left to the session, which may come back. */
const definiteCodes: ReadonlySet<Failure['code']> = new Set([400, 403, 413, 422]);

/** Texts that are remembered of saves without a response. */
const mostSent = 5;

const sameText = (a: { name: string; sql: string }, b: { name: string; sql: string }): boolean =>
  a.sql === b.sql && a.name === b.name;

/** A page sends its text when it goes, and does not see the response. */
const sentTexts = (kept: DraftText | null): SqlDraftContext['sent'] =>
  kept ? [{ name: savedName(kept.name), sql: kept.sql }] : [];

const draftTextOf = ({ name, sql, baseVersion }: SqlDraftContext): DraftText => ({ name, sql, baseVersion });

/** The server's text replaces the one here, as nothing that has to be saved. */
const takeRead = [
  { type: 'applySnippet', params: ({ event }: { event: { output: Snippet | null } }) => ({ snippet: event.output }) },
  'reportServerSave',
  'sendToLocalDraft',
] as const;

/** The same with the text that this one was compared with. */
const takeTheirs = [
  {
    type: 'applySnippet',
    params: ({ context }: { context: SqlDraftContext }) => ({ snippet: context.theirs }),
  },
  'reportServerSave',
  'sendToLocalDraft',
] as const;

/** The text here follows on the one that it was compared with. */
const sendMine = ['rebaseOnRemote', 'sendToLocalDraft', 'requestLocalSave'] as const;

const keepEdit = [
  { type: 'keepChange', params: ({ event }: { event: DraftEdited }) => ({ change: event.change }) },
  'sendToLocalDraft',
] as const;

export const sqlDraftMachine = flowSetup({
  types: {
    input: {} as SqlDraftInput,
    context: {} as SqlDraftContext,
    events: {} as SqlDraftEvent,
  },
  actors: {
    localDraft: localDraftMachine,
    loadDraft: unprovided<DraftText | null, Target>('loadDraft'),
    /** Answers null where the server has no such query. */
    forgetQuery: unprovided<void, { ref: string; id: string }>('forgetQuery'),
    readSnippet: unprovided<Snippet | null, Target>('readSnippet'),
    saveSnippet: unprovided<Snippet, Target & { body: SaveSnippet }>('saveSnippet'),
    saveCopy: unprovided<Snippet, Pick<SqlDraftInput, 'ref'> & { name: string; sql: string }>('saveCopy'),
  },
  delays: {
    savePause: sqlTiming.draftSaveMs,
    backoff: ({ context }) =>
      Math.min(sqlTiming.draftBackoffBaseMs * 2 ** (context.attempt - 1), sqlTiming.draftBackoffMaxMs),
  },
  guards: {
    isChanged: ({ context }) => context.revision !== context.savedRevision,
    isNewer: ({ context }, { version }: { version: number }) => version > context.baseVersion,
    isConflict: (_, { failure }: { failure: Failure }) => conflictCodes.has(failure.code),
    isDefinite: (_, { failure }: { failure: Failure }) => definiteCodes.has(failure.code),
    isRefusal: (_, { failure }: { failure: Failure }) => failure.code === 401,
    hasLocalCopy: ({ context }) => context.localCopy !== null,
    /** Neither the server nor the browser has this query. */
    isUnknown: ({ context }, { snippet }: { snippet: Snippet | null }) =>
      snippet === null && context.localCopy === null,
    isUnsent: (_, { draft }: { draft: DraftText | null }) => draft?.baseVersion === 0,
    /** What this computer kept adds nothing to what the server has. */
    isSettled: ({ context }, { snippet }: { snippet: Snippet | null }) =>
      snippet !== null && (context.localCopy === null || sameText(context.localCopy, snippet)),
    isBasedOn: ({ context }, { snippet }: { snippet: Snippet | null }) =>
      snippet !== null && context.localCopy?.baseVersion === snippet.version,
    isSameText: ({ context }, { snippet }: { snippet: Snippet | null }) =>
      snippet !== null && sameText(context, snippet),
    /** The server has what was sent to it: the response was lost. */
    isOwnSave: ({ context }, { snippet }: { snippet: Snippet | null }) =>
      snippet !== null && context.sent.some((text) => sameText(text, snippet)),
    /** Neither is it on the server now, nor was it when this text was made. */
    isNeverSaved: ({ context }, { snippet }: { snippet: Snippet | null }) =>
      snippet === null && context.baseVersion === 0,
    exists: (_, { snippet }: { snippet: Snippet | null }) => snippet !== null,
  },
  actions: {
    keepChange: assign(({ context }, { change }: { change: { sql: string } | { name: string } }) => ({
      ...change,
      revision: context.revision + 1,
    })),
    sendToLocalDraft: sendTo('localDraft', ({ context }) => ({
      type: 'text.changed',
      revision: context.revision,
      draft: draftTextOf(context),
    })),
    requestLocalSave: sendTo('localDraft', { type: 'localSave.requested' }),
    /**
     * Before the text is told, where that is the server's own: a text that is saved already is no edit to tell other
     * tabs of.
     */
    reportServerSave: sendTo('localDraft', ({ context }) => ({
      type: 'text.saved',
      revision: context.savedRevision,
      version: context.baseVersion,
    })),

    keepLocalCopy: assign((_, { draft }: { draft: DraftText | null }) => ({ localCopy: draft })),
    applyLocalCopy: assign(({ context }) => ({
      ...context.localCopy,
      localCopy: null,
      sent: sentTexts(context.localCopy),
      revision: context.revision + 1,
      replacement: context.replacement + 1,
      failure: null,
    })),
    /** A query that has never been typed into is as good as saved. */
    applyUnsentDraft: assign(({ context }) => ({
      ...context.localCopy,
      localCopy: null,
      sent: sentTexts(context.localCopy),
      replacement: context.replacement + 1,
      failure: null,
      revision:
        context.localCopy?.sql === '' && isUnnamed(context.localCopy.name) ? context.revision : context.revision + 1,
    })),
    applySnippet: assign(({ context }, { snippet }: { snippet: Snippet | null }) =>
      snippet === null
        ? {}
        : {
            name: snippet.name,
            sql: snippet.sql,
            baseVersion: snippet.version,
            sent: [],
            localCopy: null,
            theirs: null,
            failure: null,
            revision: context.revision + 1,
            savedRevision: context.revision + 1,
            replacement: context.replacement + 1,
          },
    ),
    keepTheirs: assign((_, { snippet }: { snippet: Snippet | null }) => ({ theirs: snippet, failure: null })),
    /** Counts as an edit, because the server has something else, or nothing. */
    rebaseOnRemote: assign(({ context }) => ({
      baseVersion: context.theirs?.version ?? 0,
      sent: [],
      theirs: null,
      failure: null,
      revision: context.revision + 1,
    })),
    discardLocal: assign(({ context }) => ({ savedRevision: context.revision, failure: null })),

    markSent: assign(({ context: { name, sql, revision, sent } }) => ({
      sent: [...sent, { name: savedName(name), sql }].slice(-mostSent),
      sentRevision: revision,
    })),
    keepSaved: assign(({ context }, { snippet }: { snippet: Snippet }) => ({
      baseVersion: snippet.version,
      savedRevision: context.sentRevision,
      sent: [],
      failure: null,
      attempt: 0,
    })),
    keepFailure: keepFailure(),
    clearFailure: clearFailure(),
    countAttempt: assign({ attempt: ({ context }) => context.attempt + 1 }),
    startOver: assign({ attempt: 0 }),
    keepLocalFailure: assign((_, { failure }: { failure: Failure }) => ({ localFailure: failure })),
    clearLocalFailure: assign({ localFailure: null }),
    markEditedElsewhere: assign({ editedElsewhere: true }),
    clearEditedElsewhere: assign({ editedElsewhere: false }),

    reportRefusal: sendTo(
      ({ context }) => context.port,
      (_, { failure }: { failure: Failure }) => ({ type: 'session.refused' as const, failure }),
    ),
    patchList: sendTo(
      ({ context }) => context.port,
      (_, { snippet }: { snippet: Snippet }) => listPatch(snippet),
    ),
    /** A first save adds an entry to the list, which then has to be read here too. */
    refreshList: sendTo(
      ({ context }) => context.port,
      ({ context }, { onlyElsewhere }: { onlyElsewhere: boolean }) =>
        resourceChanged('snippets', { ref: context.ref }, { onlyElsewhere }),
    ),
    reportCopy: sendTo(
      ({ context }) => context.port,
      (_, { snippet }: { snippet: Snippet }) => successToast(`Saved your version as “${snippet.name}”`),
    ),
  },
}).createMachine({
  id: 'sqlDraft',
  description:
    'The text of one query: stored locally at every typing pause, saved to the server, and never overwritten without asking.',
  context: ({ input }) => ({
    ...input,
    name: untitledSnippet,
    sql: '',
    revision: 0,
    sent: [],
    sentRevision: 0,
    savedRevision: 0,
    baseVersion: 0,
    replacement: 0,
    localCopy: null,
    theirs: null,
    failure: null,
    localFailure: null,
    editedElsewhere: false,
    attempt: 0,
  }),
  invoke: {
    id: 'localDraft',
    src: 'localDraft',
    input: ({ context: { ref, id }, self }) => ({ ref, id, port: self }),
    onError: {
      actions: { type: 'keepLocalFailure', params: failureIn },
      meta: {
        waiver: 'It answers for the failures of its storage itself; this is the guard against its own mistakes.',
      },
    },
  },
  on: {
    'otherTab.edited': { actions: 'markEditedElsewhere' },
    'otherTab.settled': { actions: 'clearEditedElsewhere' },
    'local.saved': { actions: 'clearLocalFailure' },
    'local.failed': { actions: { type: 'keepLocalFailure', params: ({ event }) => ({ failure: event.failure }) } },
  },
  initial: 'loadingLocal',
  states: {
    loadingLocal: {
      description: 'Loads the local draft first, so that the user’s text does not wait for the network.',
      invoke: {
        id: 'recall',
        src: 'loadDraft',
        input: ({ context: { ref, id } }) => ({ ref, id }),
        onDone: [
          {
            guard: { type: 'isUnsent', params: ({ event }) => ({ draft: event.output }) },
            target: 'editing',
            actions: [
              { type: 'keepLocalCopy', params: ({ event }) => ({ draft: event.output }) },
              'applyUnsentDraft',
              'sendToLocalDraft',
              'requestLocalSave',
            ],
            description: 'The server has never had this query, so it is not fetched.',
          },
          { target: 'reading', actions: { type: 'keepLocalCopy', params: ({ event }) => ({ draft: event.output }) } },
        ],
        onError: {
          target: 'reading',
          actions: { type: 'keepLocalFailure', params: failureIn },
        },
      },
    },
    reading: {
      invoke: {
        id: 'read',
        src: 'readSnippet',
        input: ({ context: { ref, id } }) => ({ ref, id }),
        onDone: [
          {
            guard: { type: 'isUnknown', params: ({ event }) => ({ snippet: event.output }) },
            target: 'missing',
            description: 'Neither the server nor the browser has this query.',
          },
          {
            guard: { type: 'isSettled', params: ({ event }) => ({ snippet: event.output }) },
            target: 'editing',
            actions: takeRead,
            description: 'The local draft has no unsaved changes.',
          },
          {
            guard: { type: 'isBasedOn', params: ({ event }) => ({ snippet: event.output }) },
            target: 'editing',
            actions: ['applyLocalCopy', 'sendToLocalDraft', 'requestLocalSave'],
            description:
              'The local draft has unsaved changes, for example after a crash, a closed tab or a lost session.',
          },
          {
            target: 'conflict.comparing',
            actions: [
              'applyLocalCopy',
              'sendToLocalDraft',
              'requestLocalSave',
              { type: 'keepTheirs', params: ({ event }) => ({ snippet: event.output }) },
            ],
            description: 'The local draft has unsaved changes, and the query was changed or deleted elsewhere.',
          },
        ],
        onError: [
          {
            guard: 'hasLocalCopy',
            target: 'editing',
            actions: ['applyLocalCopy', 'sendToLocalDraft', 'requestLocalSave', keepThrown],
            description: 'The server is unavailable; the local draft is used.',
          },
          {
            target: 'unreadable',
            actions: keepThrown,
          },
        ],
      },
    },
    missing: {
      description: 'It was deleted, or never existed.',
      initial: 'forgetting',
      states: {
        forgetting: {
          invoke: {
            id: 'forget',
            src: 'forgetQuery',
            input: ({ context: { ref, id } }) => ({ ref, id }),
            onDone: { target: 'forgotten', description: 'The next visit opens another query.' },
            onError: { target: 'forgotten' },
          },
        },
        forgotten: {},
      },
    },
    unreadable: {
      on: {
        'reading.retried': { target: 'reading' },
        'network.returned': { target: 'reading' },
      },
    },
    editing: {
      on: {
        'draft.edited': {
          target: '.waiting',
          actions: keepEdit,
          description: 'Every keystroke restarts the delay.',
        },
      },
      initial: 'settling',
      states: {
        settling: {
          always: [{ guard: 'isChanged', target: 'waiting' }, { target: 'saved' }],
        },
        saved: {
          on: {
            'otherTab.saved': {
              guard: { type: 'isNewer', params: ({ event }) => ({ version: event.version }) },
              target: 'syncing',
            },
          },
        },
        waiting: {
          after: { savePause: { target: 'saving' } },
          on: {
            'save.requested': { target: 'saving' },
            'page.hidden': { target: 'saving', description: 'The page may be closed before the delay has passed.' },
          },
        },
        saving: {
          description:
            'The request continues when the user leaves the query; what was typed since then is sent after it.',
          entry: 'markSent',
          invoke: {
            id: 'save',
            src: 'saveSnippet',
            input: ({ context: { ref, id, name, sql, baseVersion } }) => ({
              ref,
              id,
              body: { name: savedName(name), sql, base_version: baseVersion },
            }),
            onDone: {
              target: 'settling',
              actions: [
                { type: 'keepSaved', params: ({ event }) => ({ snippet: event.output }) },
                'reportServerSave',
                { type: 'patchList', params: ({ event }) => ({ snippet: event.output }) },
                { type: 'refreshList', params: ({ event }) => ({ onlyElsewhere: event.output.version > 1 }) },
              ],
            },
            onError: [
              {
                guard: { type: 'isConflict', params: failureIn },
                target: '#sqlDraft.conflict',
                actions: keepThrown,
                description: 'The server has a newer version, or the query was deleted.',
              },
              {
                guard: { type: 'isDefinite', params: failureIn },
                target: 'refused',
                actions: keepThrown,
              },
              {
                guard: { type: 'isRefusal', params: failureIn },
                target: 'backingOff',
                actions: [keepThrown, 'countAttempt', { type: 'reportRefusal', params: failureIn }],
                description: 'The session ended. The text is saved for the next one.',
              },
              {
                target: 'backingOff',
                actions: [keepThrown, 'countAttempt'],
              },
            ],
          },
          on: {
            'draft.edited': {
              actions: keepEdit,
              description: 'The user typed during the save; the new text is saved next.',
            },
          },
        },
        backingOff: {
          after: { backoff: { target: 'saving' } },
          on: {
            'draft.edited': {
              actions: keepEdit,
            },
            'save.requested': { target: 'saving', actions: 'startOver' },
            'network.returned': { target: 'saving', actions: 'startOver' },
          },
        },
        refused: {
          description: 'The server rejected the text.',
          on: { 'save.requested': { target: 'saving' } },
        },
        syncing: {
          description:
            'Another tab saved and this tab has no changes, so the new text is loaded. Typing now creates a conflict, which the next save detects.',
          invoke: {
            id: 'follow',
            src: 'readSnippet',
            input: ({ context: { ref, id } }) => ({ ref, id }),
            onDone: [
              {
                guard: { type: 'exists', params: ({ event }) => ({ snippet: event.output }) },
                target: 'settling',
                actions: takeRead,
              },
              {
                target: '#sqlDraft.conflict.comparing',
                actions: { type: 'keepTheirs', params: ({ event }) => ({ snippet: event.output }) },
              },
            ],
            onError: { target: 'saved', description: 'The next save detects a conflict.' },
          },
        },
      },
    },
    conflict: {
      description:
        'The server has a different text than the one this draft is based on. The user compares both and keeps one or both.',
      on: {
        'draft.edited': {
          actions: [...keepEdit, 'requestLocalSave'],
          description: 'The user typed before the comparison replaced the editor.',
        },
      },
      initial: 'reading',
      states: {
        reading: {
          entry: 'requestLocalSave',
          invoke: {
            id: 'readTheirs',
            src: 'readSnippet',
            input: ({ context: { ref, id } }) => ({ ref, id }),
            onDone: [
              {
                guard: { type: 'isSameText', params: ({ event }) => ({ snippet: event.output }) },
                target: '#sqlDraft.editing',
                actions: takeRead,
                description:
                  'The texts are equal: another tab saved the same text, or the response to a save was lost.',
              },
              {
                guard: { type: 'isOwnSave', params: ({ event }) => ({ snippet: event.output }) },
                target: '#sqlDraft.editing',
                actions: [{ type: 'keepTheirs', params: ({ event }) => ({ snippet: event.output }) }, ...sendMine],
                description:
                  'The response to a save was lost, for example because the page was left, and the user kept typing.',
              },
              {
                guard: { type: 'isNeverSaved', params: ({ event }) => ({ snippet: event.output }) },
                target: '#sqlDraft.editing.refused',
                description:
                  'There is no conflicting version: the server refused for another reason, such as too many queries.',
              },
              {
                target: 'comparing',
                actions: { type: 'keepTheirs', params: ({ event }) => ({ snippet: event.output }) },
              },
            ],
            onError: {
              target: '#sqlDraft.editing.backingOff',
              actions: [keepThrown, 'countAttempt'],
            },
          },
        },
        comparing: {
          on: {
            'mine.chosen': {
              target: '#sqlDraft.editing',
              actions: sendMine,
            },
            'theirs.chosen': [
              {
                guard: { type: 'exists', params: ({ context }) => ({ snippet: context.theirs }) },
                target: '#sqlDraft.editing',
                actions: takeTheirs,
                description: 'The user chose the version that was saved elsewhere.',
              },
              {
                target: '#sqlDraft.missing',
                actions: ['discardLocal', 'reportServerSave'],
                description: 'It stays deleted.',
              },
            ],
            'both.chosen': {
              guard: { type: 'exists', params: ({ context }) => ({ snippet: context.theirs }) },
              target: 'copying',
            },
          },
        },
        copying: {
          entry: 'clearFailure',
          invoke: {
            id: 'copy',
            src: 'saveCopy',
            input: ({ context }) => ({ ref: context.ref, name: draftTitle(context), sql: context.sql }),
            onDone: {
              target: '#sqlDraft.editing',
              actions: [
                ...takeTheirs,
                { type: 'refreshList', params: { onlyElsewhere: false } },
                { type: 'reportCopy', params: ({ event }) => ({ snippet: event.output }) },
              ],
            },
            onError: onFailure('comparing'),
          },
        },
      },
    },
  },
});
