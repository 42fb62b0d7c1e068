import { fireEvent } from '@testing-library/react';
import { useSelector } from '@xstate/react';
import { createRef } from 'react';
import { expect } from 'vitest';
import type { Actor, SnapshotFrom } from 'xstate';
import type { sqlDraftMachine } from '../../../src/machines/sql/sqlDraft/sqlDraft.machine.ts';
import { selectDraftPhase, selectTitle } from '../../../src/machines/sql/sqlDraft/sqlDraft.selectors.ts';
import type { SqlDraftRef } from '../../../src/machines/sql/sqlScreen/sqlScreen.machine.ts';
import type { SqlEditorPort } from '../../../src/views/sql/editor/sqlEditor.ts';
// What the pane loads when it is needed.
import '../../../src/views/sql/ConflictView.tsx';
import { EditorPane } from '../../../src/views/sql/EditorPane.tsx';
import { SaveStatus } from '../../../src/views/sql/SaveStatus.tsx';
import { editorNamed, pressIn, typeOverAll } from '../../fixtures/codeMirror.ts';
import { coverView } from '../../support/coverView.ts';
import type { Model } from '../../support/paths.ts';
import type { Screen } from '../../support/viewDriver.tsx';
import { sqlDraftModel as whole } from './sqlDraft.model.ts';

type Snapshot = SnapshotFrom<typeof sqlDraftMachine>;

const port = createRef<SqlEditorPort>();

/** The editor, or what stands in its place, and where the text is. */
function Draft({ draft }: { draft: SqlDraftRef }) {
  const isEditable = useSelector(draft, selectDraftPhase) === 'editing';
  return (
    <>
      {isEditable && <SaveStatus draft={draft} />}
      <EditorPane
        draft={draft}
        name={useSelector(draft, selectTitle)}
        port={port}
        cursor={null}
        catalog={null}
        error={null}
        styleNonce={undefined}
        intellisense
        newQuery={<button type="button">New query</button>}
        onEdited={(sql) => draft.send({ type: 'draft.edited', change: { sql } })}
        onRun={() => {}}
        onSelected={() => {}}
        onCursorMoved={() => {}}
      />
    </>
  );
}

const editor = () => editorNamed('SQL');
const button = (screen: Screen, name: string) => screen.queryByRole<HTMLButtonElement>('button', { name });
const press = (screen: Screen, ...names: string[]) => {
  const found = names.map((name) => button(screen, name)).find((one) => one !== null);
  if (found) fireEvent.click(found);
};

const seesEditor =
  (status: (context: Snapshot['context']) => string) =>
  (screen: Screen, { context }: Snapshot) => {
    expect(editor()?.state.doc.toString()).toBe(context.sql);
    expect(screen.getByText(status(context))).toBeTruthy();
    expect(screen.queryByText('This query is open in another tab with unsaved changes') !== null).toBe(
      context.editedElsewhere,
    );
    expect(screen.queryByText('Local storage unavailable') !== null).toBe(context.localFailure !== null);
  };
const seesTrouble = (screen: Screen, snapshot: Snapshot) => {
  const { localFailure, failure } = snapshot.context;
  seesEditor(() => (localFailure === null ? 'Saved locally' : 'Not saved'))(screen, snapshot);
  expect(button(screen, 'Save')?.getAttribute('aria-description')).toBe(failure!.message);
};
const seesOpening = (screen: Screen) => {
  expect(screen.getByLabelText('Opening the query').getAttribute('aria-busy')).toBe('true');
  expect(editor()).toBeNull();
};
const seesSaved = seesEditor(({ baseVersion }) => (baseVersion === 0 ? 'Draft' : 'Saved'));
const seesEdited = seesEditor(() => 'Unsaved changes');

/** Both texts, side by side. */
const seesBoth = (screen: Screen, snapshot: Snapshot) => {
  const { sql, theirs } = snapshot.context;
  const title = selectTitle(snapshot);
  expect(editor()).toBeNull();
  const cells = screen.getAllByRole('cell').map(({ textContent }) => textContent);
  expect(cells.some((text) => text.endsWith(sql))).toBe(true);
  if (theirs === null) expect(screen.getByText(`“${title}” was deleted`)).toBeTruthy();
  else {
    expect(screen.getByText(`Conflicting changes to “${title}”`)).toBeTruthy();
    expect(cells.some((text) => text.endsWith(theirs.sql))).toBe(true);
  }
};

let flow: Actor<typeof sqlDraftMachine>;

/** What the bare machine's paths tell apart besides looks the same. */
const sqlDraftModel: Model<typeof whole.machine> = {
  ...whole,
  distinguish: ({ localCopy, theirs, revision, savedRevision, baseVersion }) => [
    localCopy,
    theirs !== null,
    revision === savedRevision,
    baseVersion === 0,
  ],
};

const seesMissing = (screen: Screen) => {
  expect(screen.getByText('Query not found')).toBeTruthy();
  expect(button(screen, 'New query')).not.toBeNull();
};

coverView(sqlDraftModel, {
  view: (draft) => {
    flow = draft;
    return <Draft draft={draft} />;
  },
  does: {
    'draft.edited': (event, screen) => {
      const view = editor();
      if (view && 'sql' in event.change) typeOverAll(view, event.change.sql);
      // A keystroke may still be on its way when the editor gives way.
      else {
        expect(screen.getByText(/was deleted$|^Conflicting changes to/)).toBeTruthy();
        flow.send(event);
      }
    },
    'save.requested': (_, screen) => {
      if (button(screen, 'Save')) press(screen, 'Save');
      else pressIn(editor()!, 's', { ctrlKey: true });
    },
    'reading.retried': (_, screen) => press(screen, 'Try again'),
    'mine.chosen': (_, screen) => press(screen, 'Overwrite with mine', 'Restore query'),
    'theirs.chosen': (_, screen) => press(screen, 'Use saved version', 'Discard changes'),
    // What was deleted cannot be kept beside anything.
    'both.chosen': (_, screen) => press(screen, 'Keep both'),
    'local.saved': 'elsewhere',
    'local.failed': 'elsewhere',
    'otherTab.edited': 'elsewhere',
    'otherTab.settled': 'elsewhere',
    'otherTab.saved': 'elsewhere',
    'network.returned': 'elsewhere',
    'page.hidden': 'elsewhere',
  },
  sees: {
    loadingLocal: seesOpening,
    reading: seesOpening,
    'missing.forgetting': seesMissing,
    'missing.forgotten': seesMissing,
    unreadable: (screen, { context }) => {
      expect(screen.getByText('Could not open the query')).toBeTruthy();
      expect(screen.getByText(context.failure!.message)).toBeTruthy();
      expect(button(screen, 'New query')).not.toBeNull();
    },
    'editing.saved': seesSaved,
    'editing.waiting': seesEdited,
    'editing.saving': seesEditor(() => 'Saving…'),
    'editing.backingOff': seesTrouble,
    'editing.refused': seesTrouble,
    'editing.syncing': seesSaved,
    'conflict.reading': seesEdited,
    'conflict.comparing': (screen, snapshot) => {
      const { failure, theirs } = snapshot.context;
      seesBoth(screen, snapshot);
      expect(button(screen, 'Keep both') !== null).toBe(theirs !== null);
      expect(screen.queryByText('Could not save the copy') !== null).toBe(failure !== null && theirs !== null);
    },
    'conflict.copying': (screen, snapshot) => {
      seesBoth(screen, snapshot);
      expect(screen.getByText('Keep both').closest('button')?.getAttribute('aria-busy')).toBe('true');
      for (const name of ['Overwrite with mine', 'Use saved version'])
        expect(button(screen, name)?.disabled).toBe(true);
    },
  },
});
