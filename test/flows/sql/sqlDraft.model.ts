import { FailureError } from '../../../src/contract/common/failureError.ts';
import type { SaveSnippet } from '../../../src/contract/sql/saveSnippet.ts';
import type { Snippet } from '../../../src/contract/sql/snippet.ts';
import type { DraftText } from '../../../src/machines/sql/localDraft/localDraft.machine.ts';
import { sqlDraftMachine } from '../../../src/machines/sql/sqlDraft/sqlDraft.machine.ts';
import type { Model } from '../../support/paths.ts';

export const stored: Snippet = {
  id: 'q1',
  name: 'Orders',
  version: 3,
  updated_at: '2026-01-01T00:00:00Z',
  sql: 'select * from orders',
};
export const saved: Snippet = { ...stored, version: 4 };
export const newer: Snippet = { ...stored, version: 9, sql: 'select 9' };

/** Typed here on the version that the server has. */
export const kept: DraftText = { name: 'Orders', sql: 'select * from orders where open', baseVersion: 3 };
/** Typed here on an older one. */
export const keptOnOld: DraftText = { ...kept, baseVersion: 2 };
/** Never sent. */
export const unsent: DraftText = { name: 'Untitled query', sql: 'select 1', baseVersion: 0 };
export const untouched: DraftText = { name: 'Untitled query', sql: '', baseVersion: 0 };

export const networkLoss = new FailureError({ code: 500, message: 'An error has occurred: Failed to fetch' });
export const conflict = new FailureError({ code: 409, message: 'Saved elsewhere meanwhile.' });
export const tooLong = new FailureError({ code: 413, message: 'The text is too long.' });
export const sessionOver = new FailureError({ code: 401, message: 'The session is over.' });
export const full = { code: 'QuotaExceededError', message: 'The storage of this computer is full.' };

export const sqlDraftModel: Model<typeof sqlDraftMachine> = {
  machine: sqlDraftMachine,
  input: (_, port) => ({ ref: 'abc', id: 'q1', port }),
  events: {
    'draft.edited': [{ type: 'draft.edited', change: { sql: 'select 2' } }],
    'save.requested': [{ type: 'save.requested' }],
    'reading.retried': [{ type: 'reading.retried' }],
    'mine.chosen': [{ type: 'mine.chosen' }],
    'theirs.chosen': [{ type: 'theirs.chosen' }],
    'both.chosen': [{ type: 'both.chosen' }],
    'local.saved': [],
    'local.failed': [],
    'otherTab.edited': [],
    'otherTab.settled': [],
    'otherTab.saved': [],
    'network.returned': [],
    'page.hidden': [],
  },
  answers: {
    localDraft: [
      { sends: { type: 'local.saved', revision: 2 } },
      { sends: { type: 'local.failed', failure: full } },
      { sends: { type: 'otherTab.edited' } },
      { sends: { type: 'otherTab.settled' } },
      { sends: { type: 'otherTab.saved', version: 9 } },
      { sends: { type: 'otherTab.saved', version: 3 } },
      { sends: { type: 'network.returned' } },
      { sends: { type: 'page.hidden' } },
    ],
    recall: [
      { output: null },
      { output: kept },
      { output: keptOnOld },
      { output: unsent },
      { output: untouched },
      { error: new Error('no storage') },
    ],
    forget: [{ output: undefined }, { error: networkLoss }],
    read: [{ output: stored }, { output: null }, { error: networkLoss }],
    save: [{ output: saved }, { error: conflict }, { error: tooLong }, { error: sessionOver }, { error: networkLoss }],
    follow: [{ output: newer }, { output: null }, { error: networkLoss }],
    readTheirs: [
      { output: newer },
      { output: { ...newer, sql: 'select 2' } },
      { output: { ...newer, name: unsent.name, sql: unsent.sql } },
      { output: null },
      { error: networkLoss },
    ],
    copy: [{ output: { ...stored, id: 'q2', name: 'Orders (copy)', version: 1 } }, { error: networkLoss }],
  },
  // One edit is as good as many, and the second failure as any later one.
  distinguish: ({ localCopy, theirs, revision, savedRevision, sentRevision, baseVersion, sql }) => [
    localCopy,
    theirs !== null,
    revision === savedRevision,
    revision === sentRevision,
    baseVersion === 0,
    baseVersion >= 9,
    sql === 'select 2',
  ],
  invariants: [
    {
      says: 'Nothing is overwritten unseen: the server is told which of its versions a text was made from, and refuses any other.',
      when: (_, { given }) => given('save') !== undefined,
      holds: ({ context }, { given }) =>
        (given('save') as { body: SaveSnippet }).body.base_version === context.baseVersion,
    },
    {
      says: 'Every change of the text reaches this computer’s keeper in the same step.',
      when: ({ context }, { before }) => before !== null && before.context.revision !== context.revision,
      holds: ({ context }, { sent }) =>
        sent.some(
          ({ to, event }) =>
            to === 'localDraft' && event.type === 'text.changed' && event['revision'] === context.revision,
        ),
    },
    {
      says: 'No text changes without counting as an edit or as a replacement that the editor follows.',
      when: ({ context }, { before }) =>
        before !== null && (before.context.sql !== context.sql || before.context.name !== context.name),
      holds: ({ context }, { before }) =>
        before !== null &&
        context.revision + context.replacement > before.context.revision + before.context.replacement,
    },
    {
      says: 'The server is never thought to have more than was typed.',
      holds: ({ context }) => context.savedRevision <= context.revision && context.sentRevision <= context.revision,
    },
    {
      says: 'One thing is asked of the server at a time.',
      holds: (_, { awaited }) => awaited.filter((id) => id !== 'localDraft').length <= 1,
    },
  ],
};
