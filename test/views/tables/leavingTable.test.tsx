/** Leaving a table in which changes are staged. */
import { cleanup, render } from '@testing-library/react';
import { StrictMode } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { createActor, fromCallback } from 'xstate';
import {
  stagedEditsMachine,
  type StagedEditsInput,
} from '../../../src/machines/tables/stagedEdits/stagedEdits.machine.ts';
import { useLeavingNotice } from '../../../src/views/tables/useLeavingNotice.ts';
import { InApp, startTestApp } from '../../fixtures/app.tsx';
import { recordingPort } from '../../fixtures/screen.ts';
import { boats } from '../../fixtures/tables.ts';
import { createPort } from '../../support/fakeWorld.ts';

afterEach(cleanup);

function showTable(storage: 'kept' | 'refused', isGone = false) {
  const edits = createActor(
    stagedEditsMachine.provide({
      actors: {
        storeEdits: fromCallback(({ sendBack }) => {
          if (storage === 'refused') sendBack({ type: 'storage.refused' });
          sendBack({ type: 'edits.recalled', staged: { old: { type: 'insert', values: {} } }, undecided: false });
        }),
      },
    }),
    {
      input: {
        ref: 'abc',
        id: boats.id,
        port: recordingPort(),
        viewAs: null,
        columns: boats.columns,
        parent: createPort(() => {}) as unknown as StagedEditsInput['parent'],
      },
    },
  ).start();
  const app = startTestApp();
  const sent = vi.spyOn(app, 'send');
  const Table = () => {
    useLeavingNotice({ id: boats.id, edits, isGone });
    return null;
  };
  const { unmount } = render(
    <StrictMode>
      <InApp app={app}>
        <Table />
      </InApp>
    </StrictMode>,
  );
  const insert = () => edits.send({ type: 'rows.inserted', rows: [{ row: 'new', cells: {} }] });
  const leave = () => {
    unmount();
    return sent.mock.calls.flatMap(([event]) => (event.type === 'toast.requested' ? [event.toast.title] : []));
  };
  return { insert, leave, app };
}

it('says that changes which were staged on this visit are kept', () => {
  const { insert, leave } = showTable('kept');
  insert();
  expect(leave()).toEqual(['2 staged changes saved in this browser']);
});

it('says nothing where none was staged on this visit, and promises nothing that the browser refuses', () => {
  expect(showTable('kept').leave()).toEqual([]);
  const { insert, leave } = showTable('refused');
  insert();
  expect(leave()).toEqual([]);
});

it('says nothing to a user who signs out, nor of a table that is gone: it cannot be opened again', () => {
  const signedOut = showTable('kept');
  signedOut.insert();
  signedOut.app.send({ type: 'session.ended', reason: 'signedOut' });
  expect(signedOut.leave()).toEqual([]);
  const gone = showTable('kept', true);
  gone.insert();
  expect(gone.leave()).toEqual([]);
});
