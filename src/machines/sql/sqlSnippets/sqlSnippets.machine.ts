import { assign, sendTo, type EventObject } from 'xstate';
import type { Failure } from '../../../contract/common/apiError.ts';
import type { SnippetSummary } from '../../../contract/sql/snippet.ts';
import { href } from '../../../router/href.ts';
import {
  confirmActions,
  confirmBefore,
  onConfirmFailure,
  type ConfirmContext,
  type ConfirmEvent,
  type ConfirmTag,
} from '../../parts/confirm.ts';
import { failureIn, keepFailure, onFailure, type FailureContext } from '../../parts/failure.ts';
import { flowSetup } from '../../parts/flowSetup.ts';
import type { AppPort } from '../../parts/port.ts';
import { resourceChanged } from '../../parts/resourceCommands.ts';
import { failureToast } from '../../parts/toasts.ts';
import { unprovided, unprovidedSource } from '../../parts/unprovided.ts';
import { listPatch } from './listPatch.ts';

/** A query that only this computer knows. */
export interface UnsentDraft {
  id: string;
  name: string;
  /** What its first statement does. */
  statement: string | null;
}

/** A query in the list: what is renamed or deleted, named as the user knows it. */
interface ListedSnippet {
  id: string;
  name: string;
}

export type SqlSnippetsEvent =
  | { type: 'search.changed'; search: string }
  /** `titles` are those of the saved queries. */
  | { type: 'snippet.newRequested'; titles: readonly string[] }
  | { type: 'rename.requested'; snippet: ListedSnippet }
  | { type: 'name.changed'; name: string }
  | { type: 'rename.submitted' }
  | { type: 'delete.requested'; snippet: ListedSnippet }
  | ConfirmEvent
  | { type: 'dialog.dismissed' }
  | { type: 'drafts.loaded'; drafts: readonly UnsentDraft[] };

interface SqlSnippetsInput {
  ref: string;
  /** The query that is open. */
  id: string;
  port: AppPort;
}

interface SqlSnippetsContext extends SqlSnippetsInput, FailureContext, ConfirmContext {
  search: string;
  drafts: readonly UnsentDraft[];
  /** What the saved queries are called when a new one is created. */
  titles: readonly string[];
  /** What is being renamed or deleted. */
  chosen: ListedSnippet | null;
  name: string;
}

export const sqlSnippetsMachine = flowSetup({
  types: {
    input: {} as SqlSnippetsInput,
    context: {} as SqlSnippetsContext,
    events: {} as SqlSnippetsEvent,
    tags: {} as ConfirmTag,
  },
  actors: {
    /** Reports the queries that only this computer knows, now and whenever they change. */
    watchDrafts: unprovidedSource<EventObject, { ref: string }>('watchDrafts'),
    /** Answers the id of an empty query that only this computer knows. */
    createDraft: unprovided<string, { ref: string; titles: readonly string[] }>('createDraft'),
    renameSnippet: unprovided<SnippetSummary, { ref: string; id: string; name: string }>('renameSnippet'),
    deleteSnippet: unprovided<void, { ref: string; id: string }>('deleteSnippet'),
  },
  guards: {
    isNamed: ({ context }) => context.name.trim() !== '',
    isOpen: ({ context }) => context.chosen?.id === context.id,
  },
  actions: {
    keepTitles: assign((_, { titles }: { titles: readonly string[] }) => ({ titles })),
    keepSearch: assign((_, { search }: { search: string }) => ({ search })),
    keepDrafts: assign((_, { drafts }: { drafts: readonly UnsentDraft[] }) => ({ drafts })),
    choose: assign((_, { snippet }: { snippet: ListedSnippet }) => ({
      chosen: snippet,
      name: snippet.name,
      failure: null,
    })),
    keepName: assign((_, { name }: { name: string }) => ({ name })),
    keepFailure: keepFailure(),
    ...confirmActions<SqlSnippetsContext, SqlSnippetsEvent>(),
    forget: assign({ chosen: null, name: '', failure: null }),
    patchList: sendTo(
      ({ context }) => context.port,
      (_, { snippet }: { snippet: SnippetSummary }) => listPatch(snippet),
    ),
    refreshList: sendTo(
      ({ context }) => context.port,
      ({ context }, { onlyElsewhere }: { onlyElsewhere: boolean }) =>
        resourceChanged('snippets', { ref: context.ref }, { onlyElsewhere }),
    ),
    reportFailure: sendTo(
      ({ context }) => context.port,
      (_, { failure }: { failure: Failure }) => failureToast('Could not create a query', failure),
    ),
    goTo: sendTo(
      ({ context }) => context.port,
      ({ context }, { id }: { id: string }) => ({
        type: 'navigation.requested' as const,
        to: href('sqlSnippet', { ref: context.ref, id }),
      }),
    ),
    goOn: sendTo(
      ({ context }) => context.port,
      ({ context }) => ({ type: 'navigation.requested', to: href('sql', { ref: context.ref }), replace: true }),
    ),
  },
}).createMachine({
  id: 'sqlSnippets',
  description: 'The list of a project’s saved queries, with creating, renaming and deleting one.',
  context: ({ input }) => ({
    ...input,
    search: '',
    drafts: [],
    titles: [],
    chosen: null,
    name: '',
    failure: null,
    confirmFailure: null,
  }),
  invoke: {
    id: 'drafts',
    src: 'watchDrafts',
    input: ({ context }) => ({ ref: context.ref }),
    onError: {
      actions: { type: 'keepDrafts', params: { drafts: [] } },
      description: 'Without browser storage there are no drafts to list.',
    },
  },
  on: {
    'search.changed': { actions: { type: 'keepSearch', params: ({ event }) => ({ search: event.search }) } },
    'drafts.loaded': { actions: { type: 'keepDrafts', params: ({ event }) => ({ drafts: event.drafts }) } },
  },
  initial: 'browsing',
  states: {
    browsing: {
      entry: 'forget',
      on: {
        'snippet.newRequested': {
          target: 'creating',
          actions: { type: 'keepTitles', params: ({ event }) => ({ titles: event.titles }) },
        },
        'rename.requested': {
          target: 'naming',
          actions: { type: 'choose', params: ({ event }) => ({ snippet: event.snippet }) },
        },
        'delete.requested': {
          target: 'confirmingDelete',
          actions: { type: 'choose', params: ({ event }) => ({ snippet: event.snippet }) },
        },
      },
    },
    creating: {
      invoke: {
        id: 'create',
        src: 'createDraft',
        input: ({ context: { ref, titles } }) => ({ ref, titles }),
        onDone: { target: 'browsing', actions: { type: 'goTo', params: ({ event }) => ({ id: event.output }) } },
        onError: {
          target: 'browsing',
          actions: { type: 'reportFailure', params: failureIn },
        },
      },
    },
    naming: {
      on: {
        'name.changed': { actions: { type: 'keepName', params: ({ event }) => ({ name: event.name }) } },
        'rename.submitted': { guard: 'isNamed', target: 'renaming', description: 'A name is never empty.' },
        'dialog.dismissed': { target: 'browsing' },
      },
    },
    renaming: {
      invoke: {
        id: 'rename',
        src: 'renameSnippet',
        input: ({ context }) => ({ ref: context.ref, id: context.chosen!.id, name: context.name.trim() }),
        onDone: {
          target: 'browsing',
          actions: [
            { type: 'patchList', params: ({ event }) => ({ snippet: event.output }) },
            { type: 'refreshList', params: { onlyElsewhere: true } },
          ],
        },
        onError: onFailure('naming'),
      },
    },
    confirmingDelete: confirmBefore('deleting', 'browsing'),
    deleting: {
      tags: 'confirmed',
      invoke: {
        id: 'delete',
        src: 'deleteSnippet',
        input: ({ context }) => ({ ref: context.ref, id: context.chosen!.id }),
        onDone: [
          {
            guard: 'isOpen',
            target: 'browsing',
            actions: [{ type: 'refreshList', params: { onlyElsewhere: false } }, 'goOn'],
            description: 'The open query was deleted.',
          },
          { target: 'browsing', actions: { type: 'refreshList', params: { onlyElsewhere: false } } },
        ],
        onError: onConfirmFailure('confirmingDelete'),
      },
    },
  },
});
