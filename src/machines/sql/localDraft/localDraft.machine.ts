import { assign, sendTo } from 'xstate';
import { sqlTiming } from '../../../contract/sql/sqlEditor.ts';
import { flowSetup } from '../../parts/flowSetup.ts';
import { keepingEnds, keepingStates, type KeepingReport } from '../../parts/keeping.ts';
import type { Port } from '../../parts/port.ts';
import { unprovidedSource } from '../../parts/unprovided.ts';

/** A text as this computer keeps it. */
export interface DraftText {
  name: string;
  sql: string;
  /** The server's version it was made from; 0 where the server had none. */
  baseVersion: number;
}

/** What the storage is told. It knows the latest text at any moment, so that a closing page can still write it. */
export type StorageCommand =
  | { type: 'text.changed'; revision: number; draft: DraftText }
  /** The text has rested: write it. */
  | { type: 'pause.reached' }
  /** The server has this revision, so that nothing has to be kept. */
  | { type: 'text.saved'; revision: number; version: number };

/** What is told of the world around this tab. */
type OtherTabReport =
  | { type: 'otherTab.edited' }
  | { type: 'otherTab.settled' }
  | { type: 'otherTab.saved'; version: number }
  | { type: 'network.returned' }
  /** The user sees another tab, or closes this one. */
  | { type: 'page.hidden' };

export type LocalDraftReport = OtherTabReport | KeepingReport;

type LocalDraftEvent =
  | Exclude<StorageCommand, { type: 'pause.reached' }>
  /** Kept without waiting for a pause. */
  | { type: 'localSave.requested' }
  | LocalDraftReport;

interface LocalDraftInput {
  ref: string;
  id: string;
  port: Port<LocalDraftReport>;
}

export const localDraftMachine = flowSetup({
  types: {
    input: {} as LocalDraftInput,
    context: {} as LocalDraftInput & { revision: number },
    events: {} as LocalDraftEvent,
  },
  actors: {
    /**
     * Writes the text to this computer when told and when the page goes, and speaks with the other tabs. When it is
     * stopped, it sends the server what that does not have.
     */
    persistDraft: unprovidedSource<StorageCommand, Pick<LocalDraftInput, 'ref' | 'id'>>('persistDraft'),
  },
  delays: { pause: sqlTiming.draftPauseMs, retry: sqlTiming.draftKeepRetryMs },
  guards: {
    isLatest: ({ context }, { revision }: { revision: number }) => revision >= context.revision,
  },
  actions: {
    keepRevision: assign((_, { revision }: { revision: number }) => ({ revision })),
    forward: sendTo('storage', (_, { command }: { command: StorageCommand }) => command),
    flush: sendTo('storage', { type: 'pause.reached' }),
    report: sendTo(
      ({ context }) => context.port,
      (_, { report }: { report: LocalDraftReport }) => report,
    ),
  },
}).createMachine({
  id: 'localDraft',
  description:
    'Stores the text of one query in the browser at every typing pause, and when the page closes. A text that the server does not have when the user leaves the query is sent then.',
  context: ({ input }) => ({ ...input, revision: 0 }),
  invoke: {
    id: 'storage',
    src: 'persistDraft',
    input: ({ context: { ref, id } }) => ({ ref, id }),
    onError: keepingEnds,
  },
  on: {
    'text.changed': {
      target: '.debouncing',
      reenter: false,
      actions: [
        { type: 'keepRevision', params: ({ event }) => ({ revision: event.revision }) },
        { type: 'forward', params: ({ event }) => ({ command: event }) },
      ],
      description: 'Every keystroke restarts the delay.',
    },
    'text.saved': { actions: { type: 'forward', params: ({ event }) => ({ command: event }) } },
    'localSave.requested': { target: '.keeping' },
    'otherTab.edited': { actions: { type: 'report', params: ({ event }) => ({ report: event }) } },
    'otherTab.settled': { actions: { type: 'report', params: ({ event }) => ({ report: event }) } },
    'otherTab.saved': { actions: { type: 'report', params: ({ event }) => ({ report: event }) } },
    'network.returned': { actions: { type: 'report', params: ({ event }) => ({ report: event }) } },
    'page.hidden': { actions: { type: 'report', params: ({ event }) => ({ report: event }) } },
  },
  initial: 'saved',
  states: {
    ...keepingStates({ withoutStorage: 'The server still gets the text.' }),
    closed: {
      description: 'The browser provides no storage.',
      on: {
        'text.changed': { description: 'There is no storage to update.' },
        'text.saved': { description: 'There is no storage to update.' },
        'localSave.requested': { description: 'There is no storage to save to.' },
      },
    },
  },
});
