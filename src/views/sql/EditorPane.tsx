import { useSelector } from '@xstate/react';
import FileQuestion from 'lucide-react/icons/file-question-mark';
import { lazy, Suspense, useState, type ReactNode, type Ref } from 'react';
import { css } from 'styled-system/css';
import type { Catalog } from '../../contract/projects/catalog.ts';
import type { SqlCursor } from '../../contract/sql/sqlEditor.ts';
import {
  selectDraftFailure,
  selectDraftPhase,
  selectEditedElsewhere,
  selectId,
  selectLocalFailure,
  selectReplacement,
  selectSaveState,
  selectSql,
} from '../../machines/sql/sqlDraft/sqlDraft.selectors.ts';
import type { SqlDraftRef } from '../../machines/sql/sqlScreen/sqlScreen.machine.ts';
import { useIsShortcutOn } from '../parts/useShortcut.ts';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { useIsLoaded } from '../ui/floatingParts.ts';
import { lazily } from '../ui/lazily.ts';
import { SkeletonRows } from '../ui/Skeleton.tsx';
import type { ErrorMark, RunnableText, SqlEditorPort } from './editor/sqlEditor.ts';
import { sqlEditorPart } from './sqlEditorPart.ts';
import { refusalText } from './words.ts';

const SqlEditor = lazily(sqlEditorPart);

/** Loaded with the first conflict. */
const ConflictView = lazy(() => import('./ConflictView.tsx'));

const frame = css({ display: 'flex', flexDirection: 'column', height: 'full', minHeight: '0', background: 'surface' });
const notes = css({
  display: 'grid',
  gap: '2',
  padding: '2',
  flexShrink: '0',
  maxHeight: 'half',
  overflow: 'auto',
  _empty: { display: 'none' },
});
const fill = css({ flex: '1', minHeight: '0' });
const inset = css({ padding: '4' });

interface NotesProps {
  draft: SqlDraftRef;
  /** Loads search and suggestions again; null unless that has failed. */
  retryAids: (() => void) | null;
}

/** What keeps the text from being saved as usual, above it. */
function Notes({ draft, retryAids }: NotesProps) {
  const localFailure = useSelector(draft, selectLocalFailure);
  const editedElsewhere = useSelector(draft, selectEditedElsewhere);
  const failure = useSelector(draft, selectDraftFailure);
  const isRefused = useSelector(draft, selectSaveState) === 'refused';
  return (
    <div className={notes}>
      {isRefused && failure && (
        <Alert variant="warning" title="Could not save the query" announce>
          {refusalText(failure)} Your changes are stored in this browser.
        </Alert>
      )}
      {editedElsewhere && (
        <Alert title="This query is open in another tab with unsaved changes" announce>
          You’ll be asked before anything is overwritten.
        </Alert>
      )}
      {retryAids && (
        <Alert
          variant="warning"
          title="Could not load search and suggestions"
          announce
          actions={
            <Button size="small" onClick={retryAids}>
              Try again
            </Button>
          }
        >
          Check your connection. The query can be edited and saved without them.
        </Alert>
      )}
      {localFailure && (
        <Alert variant="warning" title="Local storage unavailable" announce>
          {localFailure.message} Unsaved changes will be lost if you close this tab.
        </Alert>
      )}
    </div>
  );
}

interface EditorPaneProps {
  draft: SqlDraftRef;
  /** What the query is called. */
  name: string;
  port: Ref<SqlEditorPort>;
  cursor: SqlCursor | null;
  catalog: Catalog | null;
  error: ErrorMark | null;
  styleNonce: string | undefined;
  intellisense: boolean;
  /** Proposed changes, above the text. */
  review?: ReactNode;
  /** The action that opens a new query. */
  newQuery: ReactNode;
  onEdited: (sql: string) => void;
  onRun: (text: RunnableText) => void;
  onSelected: (hasSelection: boolean) => void;
  onCursorMoved: (cursor: SqlCursor) => void;
}

const opening = (
  <div className={inset}>
    <SkeletonRows label="Opening the query" rows={5} />
  </div>
);

/** The query's text, or what stands in its place: it is being fetched, is gone, or has two versions. */
export function EditorPane({
  draft,
  name,
  port,
  cursor,
  catalog,
  error,
  styleNonce,
  intellisense,
  review,
  newQuery,
  ...on
}: EditorPaneProps) {
  const phase = useSelector(draft, selectDraftPhase);
  const id = useSelector(draft, selectId);
  const sql = useSelector(draft, selectSql);
  const replacement = useSelector(draft, selectReplacement);
  const failure = useSelector(draft, selectDraftFailure);
  const [retryAids, setRetryAids] = useState<(() => void) | null>(null);
  const isSaveKeyOn = useIsShortcutOn('saveQuery');
  const hasEditor = useIsLoaded(sqlEditorPart);

  switch (phase) {
    case 'opening':
      return opening;
    case 'missing':
      return (
        <div className={inset}>
          <EmptyState icon={<FileQuestion />} title="Query not found" action={newQuery}>
            It may have been deleted, or you don’t have access to it.
          </EmptyState>
        </div>
      );
    case 'unreadable':
      return (
        <div className={inset}>
          {failure && (
            <ErrorState
              title="Could not open the query"
              failure={failure}
              onRetry={() => draft.send({ type: 'reading.retried' })}
              action={newQuery}
            />
          )}
        </div>
      );
    case 'comparing':
      return (
        <Suspense fallback={<div className={frame} />}>
          <ConflictView draft={draft} name={name} />
        </Suspense>
      );
    case 'editing':
      return (
        <div className={frame}>
          <Notes draft={draft} retryAids={retryAids} />
          {review}
          <div className={fill}>
            {!hasEditor && opening}
            <SqlEditor
              port={port}
              query={id}
              text={sql}
              cursor={cursor}
              replacement={replacement}
              catalog={catalog}
              error={error}
              styleNonce={styleNonce}
              intellisense={intellisense}
              onRun={on.onRun}
              onSelected={on.onSelected}
              onMoved={on.onCursorMoved}
              onAidsUnavailable={(retry) => setRetryAids(() => retry)}
              onEdited={on.onEdited}
              onSave={() => {
                if (isSaveKeyOn) draft.send({ type: 'save.requested' });
              }}
            />
          </div>
        </div>
      );
  }
}
