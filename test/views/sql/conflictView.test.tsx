import { act, cleanup, render } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import type { Snippet } from '../../../src/contract/sql/snippet.ts';
import type { DraftText } from '../../../src/machines/sql/localDraft/localDraft.machine.ts';
import { sqlDraftMachine, type SqlDraftInput } from '../../../src/machines/sql/sqlDraft/sqlDraft.machine.ts';
import { selectTitle } from '../../../src/machines/sql/sqlDraft/sqlDraft.selectors.ts';
import ConflictView from '../../../src/views/sql/ConflictView.tsx';
import { held } from '../../fixtures/held.ts';
import { recordingPort } from '../../fixtures/screen.ts';
import { withStubs } from '../../support/fakeWorld.ts';

afterEach(cleanup);

type Target = Pick<SqlDraftInput, 'ref' | 'id'>;
const untitled = 'Untitled query';

/** A query that was changed here and elsewhere. */
async function compare(mine: { name: string; sql: string }, theirs: { name: string; sql: string }) {
  const copies = held<Snippet, { ref: string; name: string; sql: string }>();
  const draft = createActor(
    withStubs(sqlDraftMachine).provide({
      actors: {
        loadDraft: fromPromise<DraftText | null, Target>(async () => ({ ...mine, baseVersion: 1 })),
        readSnippet: fromPromise<Snippet | null, Target>(async () => ({
          ...theirs,
          id: 'q1',
          version: 2,
          updated_at: '2026-01-01T00:00:00Z',
        })),
        saveCopy: copies.logic,
      },
    }),
    { input: { ref: 'abc', id: 'q1', port: recordingPort() } },
  ).start();
  await act(async () => {});
  const { container } = render(<ConflictView draft={draft} name={`${selectTitle(draft.getSnapshot())} (2)`} />);
  return { text: container.textContent, draft, copies };
}

it('calls a query without a name by what it does, as the list does', async () => {
  const { text, draft, copies } = await compare(
    { name: untitled, sql: 'select * from comets' },
    { name: untitled, sql: 'select * from comets limit 1' },
  );
  expect(text).toContain('Conflicting changes to “comets: select (2)”');
  expect(text).not.toContain('called');
  expect(text).not.toContain(untitled);
  act(() => draft.send({ type: 'both.chosen' }));
  expect(copies.last().input.name).toBe('comets: select');
});

it('says what the saved version is called where that differs', async () => {
  const { text } = await compare({ name: untitled, sql: 'select * from comets' }, { name: 'Orbits', sql: 'select 1' });
  expect(text).toContain('It is called “Orbits”.');
  cleanup();
  const unnamed = await compare({ name: 'Orbits', sql: 'select 1' }, { name: untitled, sql: 'select * from comets' });
  expect(unnamed.text).toContain('Conflicting changes to “Orbits (2)”');
  expect(unnamed.text).toContain('It is called “comets: select”.');
});
