import { beforeEach, describe, expect, it } from 'vitest';
import { createActor, waitFor, type Actor, type EventObject } from 'xstate';
import { FailureError } from '../../../src/contract/common/failureError.ts';
import type { SnippetSummary } from '../../../src/contract/sql/snippet.ts';
import {
  sqlSnippetsMachine,
  type SqlSnippetsEvent,
} from '../../../src/machines/sql/sqlSnippets/sqlSnippets.machine.ts';
import {
  selectChosen,
  selectDrafts,
  selectIsCreating,
  selectIsNaming,
  selectIsRenaming,
  selectNewName,
  selectSearch,
} from '../../../src/machines/sql/sqlSnippets/sqlSnippets.selectors.ts';
import { held } from '../../fixtures/held.ts';
import { heldSource } from '../../fixtures/heldSource.ts';
import { recordingPort } from '../../fixtures/screen.ts';
import { coverChart } from '../../support/cover.ts';
import { sqlSnippetsModel } from './sqlSnippets.model.ts';

coverChart(sqlSnippetsModel);

const open = { id: 'q1', name: 'Orders' };
const other = { id: 'q2', name: 'Totals' };
const offline = new FailureError({ code: 500, message: 'An error has occurred: Failed to fetch', requestId: 'req-1' });

describe('the list of queries', () => {
  let port: ReturnType<typeof recordingPort>;
  let drafts: ReturnType<
    typeof heldSource<EventObject, Extract<SqlSnippetsEvent, { type: 'drafts.loaded' }>, { ref: string }>
  >;
  let create: ReturnType<typeof held<string, { ref: string; titles: readonly string[] }>>;
  let rename: ReturnType<typeof held<SnippetSummary, { ref: string; id: string; name: string }>>;
  let remove: ReturnType<typeof held<void, { ref: string; id: string }>>;
  let list: Actor<typeof sqlSnippetsMachine>;
  const look = <Value>(select: (snapshot: ReturnType<typeof list.getSnapshot>) => Value) => select(list.getSnapshot());
  const rested = () => waitFor(list, (snapshot) => snapshot.matches('browsing'));
  const failed = () => waitFor(list, (snapshot) => snapshot.context.failure !== null);

  beforeEach(() => {
    port = recordingPort();
    drafts = heldSource();
    create = held();
    rename = held();
    remove = held();
    const machine = sqlSnippetsMachine.provide({
      actors: {
        watchDrafts: drafts.logic,
        createDraft: create.logic,
        renameSnippet: rename.logic,
        deleteSnippet: remove.logic,
      },
    });
    list = createActor(machine, { input: { ref: 'abc', id: open.id, port } }).start();
  });

  it('is searched by name, also while something is asked', () => {
    list.send({ type: 'search.changed', search: 'tot' });
    list.send({ type: 'delete.requested', snippet: other });
    list.send({ type: 'search.changed', search: 'tota' });
    expect(look(selectSearch)).toBe('tota');
    expect(list.getSnapshot().hasTag('confirming')).toBe(true);
  });

  it('has the queries too that only this computer knows, as they come and go', () => {
    expect(drafts.inputs).toEqual([{ ref: 'abc' }]);
    drafts.report({
      type: 'drafts.loaded',
      drafts: [{ id: 'q3', name: 'Untitled query', statement: 'orders: select' }],
    });
    expect(look(selectDrafts)).toEqual([{ id: 'q3', name: 'Untitled query', statement: 'orders: select' }]);
    drafts.report({ type: 'drafts.loaded', drafts: [] });
    expect(look(selectDrafts)).toEqual([]);
  });

  it('works without a storage: there are no drafts then', () => {
    const bare = createActor(sqlSnippetsMachine, { input: { ref: 'abc', id: open.id, port } }).start();
    expect(selectDrafts(bare.getSnapshot())).toEqual([]);
    expect(bare.getSnapshot().status).toBe('active');
  });

  describe('makes a new query', () => {
    it('with an address of its own, and goes there', async () => {
      list.send({ type: 'snippet.newRequested', titles: ['Untitled query'] });
      expect(look(selectIsCreating)).toBe(true);
      create.last().answer('q4');
      await rested();
      expect(port.commands).toEqual([{ type: 'navigation.requested', to: '/project/abc/sql/q4' }]);
    });

    it('once, however often it is asked', () => {
      list.send({ type: 'snippet.newRequested', titles: ['Untitled query'] });
      list.send({ type: 'snippet.newRequested', titles: ['Untitled query'] });
      expect(create.calls).toHaveLength(1);
    });

    it('or says why it could not', async () => {
      list.send({ type: 'snippet.newRequested', titles: ['Untitled query'] });
      create.last().fail(offline);
      await rested();
      expect(port.commands).toEqual([
        {
          type: 'toast.requested',
          toast: {
            tone: 'danger',
            title: 'Could not create a query',
            description: 'An error has occurred: Failed to fetch',
            requestId: 'req-1',
          },
        },
      ]);
    });
  });

  describe('gives a query another name', () => {
    const type = (name: string) => list.send({ type: 'name.changed', name });

    it('beginning with the one it has', () => {
      list.send({ type: 'rename.requested', snippet: other });
      expect(look(selectNewName)).toBe('Totals');
    });

    it('without the blanks around it, and everybody who shows it sees the new one', async () => {
      list.send({ type: 'rename.requested', snippet: other });
      type('  Sums ');
      list.send({ type: 'rename.submitted' });
      expect(rename.last().input).toEqual({ ref: 'abc', id: 'q2', name: 'Sums' });
      expect(look(selectIsRenaming)).toBe(true);
      rename.last().answer({ id: 'q2', name: 'Sums', version: 5, updated_at: '2026-02-01T00:00:00Z' });
      await rested();
      expect(port.commands).toEqual([
        {
          type: 'resource.patched',
          names: ['snippets'],
          where: { id: 'q2' },
          patch: { name: 'Sums', version: 5, updated_at: '2026-02-01T00:00:00Z' },
        },
        { type: 'resource.changed', names: ['snippets'], params: { ref: 'abc' }, onlyElsewhere: true },
      ]);
    });

    it('that is never empty', () => {
      list.send({ type: 'rename.requested', snippet: other });
      type('   ');
      list.send({ type: 'rename.submitted' });
      expect(rename.calls).toHaveLength(0);
      expect(look(selectIsNaming)).toBe(true);
    });

    it('or says why not, and keeps what was typed', async () => {
      list.send({ type: 'rename.requested', snippet: other });
      type('Sums');
      list.send({ type: 'rename.submitted' });
      rename.last().fail(offline);
      await failed();
      expect(look(selectNewName)).toBe('Sums');
      expect(list.getSnapshot().context.failure?.message).toBe('An error has occurred: Failed to fetch');
      list.send({ type: 'dialog.dismissed' });
      list.send({ type: 'rename.requested', snippet: open });
      expect(list.getSnapshot().context.failure).toBeNull();
      expect(look(selectNewName)).toBe('Orders');
    });
  });

  describe('deletes a query', () => {
    it('only once it is confirmed', () => {
      list.send({ type: 'delete.requested', snippet: other });
      expect(look(selectChosen)).toEqual(other);
      expect(remove.calls).toHaveLength(0);
      list.send({ type: 'action.cancelled' });
      list.send({ type: 'action.confirmed' });
      expect(remove.calls).toHaveLength(0);
      expect(look(selectChosen)).toBeNull();
    });

    it('and reads the list again', async () => {
      list.send({ type: 'delete.requested', snippet: other });
      list.send({ type: 'action.confirmed' });
      expect(remove.last().input).toEqual({ ref: 'abc', id: 'q2' });
      remove.last().answer();
      await rested();
      expect(port.commands).toEqual([
        { type: 'resource.changed', names: ['snippets'], params: { ref: 'abc' }, onlyElsewhere: false },
      ]);
    });

    it('and, where it was the open one, leaves its address too, without a way back to it', async () => {
      list.send({ type: 'delete.requested', snippet: open });
      list.send({ type: 'action.confirmed' });
      remove.last().answer();
      await rested();
      expect(port.commands).toEqual([
        { type: 'resource.changed', names: ['snippets'], params: { ref: 'abc' }, onlyElsewhere: false },
        { type: 'navigation.requested', to: '/project/abc/sql', replace: true },
      ]);
    });

    it('and cannot be dismissed halfway', () => {
      list.send({ type: 'delete.requested', snippet: other });
      list.send({ type: 'action.confirmed' });
      list.send({ type: 'action.cancelled' });
      expect(list.getSnapshot().matches('deleting')).toBe(true);
      expect(remove.last().signal.aborted).toBe(false);
    });

    it('or says why not, and asks again', async () => {
      list.send({ type: 'delete.requested', snippet: other });
      list.send({ type: 'action.confirmed' });
      remove.last().fail(offline);
      await waitFor(list, ({ context }) => context.confirmFailure !== null);
      expect(list.getSnapshot().hasTag('confirming')).toBe(true);
      list.send({ type: 'action.confirmed' });
      expect(remove.calls).toHaveLength(2);
    });
  });
});
