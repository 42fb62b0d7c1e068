import { assign, sendTo, setup } from 'xstate';
import { failureOf, type Failure } from '../../../contract/common/apiError.ts';
import { sqlTiming } from '../../../contract/sql/sqlEditor.ts';
import { bounded } from '../../parts/bounded.ts';
import { unprovidedSource } from '../../parts/unprovided.ts';

/** A text as this computer keeps it. */
export interface KeptDraft {
  name: string;
  sql: string;
  /** The server's version it was made from; 0 where the server had none. */
  baseVersion: number;
}

/** What the storage is told. It knows the latest text at any moment, so that a closing page can still write it. */
export type StorageCommand =
  | { type: 'text.changed'; revision: number; draft: KeptDraft }
  /** The text has rested: write it. */
  | { type: 'pause.reached' }
  /** The server has this revision, so that nothing has to be kept. */
  | { type: 'text.saved'; revision: number; version: number };

/** What is told of the world around this tab. */
export type SurroundingsReport =
  | { type: 'otherTab.edited' }
  | { type: 'otherTab.settled' }
  | { type: 'otherTab.saved'; version: number }
  | { type: 'network.returned' };

export type KeepReport =
  | SurroundingsReport
  | { type: 'local.kept'; revision: number }
  | { type: 'local.refused'; failure: Failure };

export type SqlKeepEvent =
  | Exclude<StorageCommand, { type: 'pause.reached' }>
  /** Kept without waiting for a pause. */
  | { type: 'keeping.requested' }
  | KeepReport;

export interface SqlKeepInput {
  ref: string;
  id: string;
  parent: { send(report: KeepReport): void };
}

export const sqlKeepMachine = setup({
  types: {
    input: {} as SqlKeepInput,
    context: {} as SqlKeepInput & { revision: number },
    events: {} as SqlKeepEvent,
    transitionMeta: {} as { waiver?: string },
  },
  actors: {
    /** Writes the text to this computer when told and when the page goes, and speaks with the other tabs. */
    keepDraft: unprovidedSource<StorageCommand, Pick<SqlKeepInput, 'ref' | 'id'>>('keepDraft'),
  },
  delays: { pause: sqlTiming.draftPauseMs, retry: sqlTiming.draftKeepRetryMs },
  guards: {
    isLatest: ({ context }, { revision }: { revision: number }) => revision >= context.revision,
  },
  actions: {
    keepRevision: assign((_, { revision }: { revision: number }) => ({ revision })),
    passOn: sendTo('storage', (_, { command }: { command: StorageCommand }) => command),
    writeNow: sendTo('storage', { type: 'pause.reached' }),
    report: ({ context }, { report }: { report: KeepReport }) => context.parent.send(report),
  },
}).createMachine({
  id: 'sqlKeep',
  description: 'One query’s text on this computer: written at every pause, however the page ends.',
  options: bounded,
  context: ({ input }) => ({ ...input, revision: 0 }),
  invoke: {
    id: 'storage',
    src: 'keepDraft',
    input: ({ context: { ref, id } }) => ({ ref, id }),
    onError: {
      target: '.closed',
      actions: {
        type: 'report',
        params: ({ event }) => ({ report: { type: 'local.refused', failure: failureOf(event.error) } }),
      },
    },
  },
  on: {
    'text.changed': {
      target: '.pausing',
      reenter: false,
      actions: [
        { type: 'keepRevision', params: ({ event }) => ({ revision: event.revision }) },
        { type: 'passOn', params: ({ event }) => ({ command: event }) },
      ],
      description: 'Every keystroke begins the pause anew.',
    },
    'text.saved': { actions: { type: 'passOn', params: ({ event }) => ({ command: event }) } },
    'keeping.requested': { target: '.keeping' },
    'otherTab.edited': { actions: { type: 'report', params: ({ event }) => ({ report: event }) } },
    'otherTab.settled': { actions: { type: 'report', params: ({ event }) => ({ report: event }) } },
    'otherTab.saved': { actions: { type: 'report', params: ({ event }) => ({ report: event }) } },
    'network.returned': { actions: { type: 'report', params: ({ event }) => ({ report: event }) } },
  },
  initial: 'kept',
  states: {
    kept: {},
    pausing: { after: { pause: { target: 'keeping' } } },
    keeping: {
      entry: 'writeNow',
      on: {
        'local.kept': {
          guard: { type: 'isLatest', params: ({ event }) => ({ revision: event.revision }) },
          target: 'kept',
          actions: { type: 'report', params: ({ event }) => ({ report: event }) },
          description: 'Word of an older text leaves the newer one to be kept.',
        },
        'local.refused': { target: 'unkept', actions: { type: 'report', params: ({ event }) => ({ report: event }) } },
      },
    },
    unkept: {
      description: 'The storage of this computer is full or shut; the server still gets the text.',
      after: { retry: { target: 'keeping' } },
    },
    closed: {
      description: 'The browser has no storage at all.',
      on: {
        'text.changed': { description: 'There is nobody to tell.' },
        'text.saved': { description: 'There is nobody to tell.' },
        'keeping.requested': { description: 'There is nobody to ask.' },
      },
    },
  },
});
