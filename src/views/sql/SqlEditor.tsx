import { useEffect, useId, useImperativeHandle, useLayoutEffect, useRef, type Ref } from 'react';
import { css } from 'styled-system/css';
import type { Catalog } from '../../contract/projects/catalog.ts';
import type { SqlCursor } from '../../contract/sql/sqlEditor.ts';
import { editorStates } from '../../machines/sql/sqlDraft/editorStates.ts';
import { editorKeys } from '../../router/shortcuts.ts';
import { useIsShortcutOn } from '../parts/useShortcut.ts';
import { strokeText } from '../ui/strokeText.ts';
import { mountSqlEditor, type ErrorMark, type RunnableText, type SqlEditorPort } from './editor/sqlEditor.ts';

const host = css({ height: 'full', minHeight: '0', overflow: 'hidden' });
const spoken = css({ srOnly: true });

interface SqlEditorProps {
  /** Holds the editor while it is mounted, for the commands that insert text, focus it or run it. */
  port: Ref<SqlEditorPort>;
  /** The id of the query whose text it is. */
  query: string;
  text: string;
  /** Where the cursor is when the editor appears. */
  cursor: SqlCursor | null;
  /** Grows when the text was replaced by something other than typing. */
  replacement: number;
  catalog: Catalog | null;
  /** An error to show at its place. */
  error: ErrorMark | null;
  styleNonce: string | undefined;
  /** Suggestions appear while the user types, not only on request. */
  intellisense: boolean;
  onEdited: (text: string) => void;
  onRun: (text: RunnableText) => void;
  onSave: () => void;
  onSelected: (hasSelection: boolean) => void;
  onMoved: (cursor: SqlCursor) => void;
  /** A key needs search or suggestions, and their code does not load; null once it has. */
  onAidsUnavailable: (retry: (() => void) | null) => void;
}

/**
 * The editor's own text is its truth while it is typed into: React hands it a text only when another one came from
 * elsewhere.
 */
export default function SqlEditor({
  port,
  query,
  text,
  cursor,
  replacement,
  catalog,
  error,
  styleNonce,
  intellisense,
  ...handlers
}: SqlEditorProps) {
  const place = useRef<HTMLDivElement>(null);
  const editor = useRef<SqlEditorPort | null>(null);
  const hadFocus = useRef(false);
  const help = useId();
  const isCancelOn = useIsShortcutOn('cancelQuery');
  const latest = useRef(handlers);
  useLayoutEffect(() => {
    latest.current = handlers;
  });

  useLayoutEffect(() => {
    const parent = place.current!;
    const mounted = mountSqlEditor(parent, {
      text,
      cursor,
      slot: editorStates.open(query),
      label: 'SQL',
      describedBy: help,
      styleNonce,
      onEdited: (edited) => latest.current.onEdited(edited),
      onRun: (runnable) => latest.current.onRun(runnable),
      onSave: () => latest.current.onSave(),
      onSelected: (hasSelection) => latest.current.onSelected(hasSelection),
      onMoved: (moved) => latest.current.onMoved(moved),
      onAidsUnavailable: (retry) => latest.current.onAidsUnavailable(retry),
    });
    editor.current = mounted;
    // React's StrictMode replaces the editor that has just been focused.
    if (hadFocus.current) mounted.focus();
    return () => {
      hadFocus.current = parent.contains(document.activeElement);
      editor.current = null;
      mounted.destroy();
    };
    // oxlint-disable-next-line react/exhaustive-deps -- a new text is handed over below; it and the cursor do not make a new editor
  }, [query, help, styleNonce]);
  // oxlint-disable-next-line react/exhaustive-deps -- another editor is mounted for each of these
  useImperativeHandle(port, () => editor.current!, [query, help, styleNonce]);

  // oxlint-disable-next-line react/exhaustive-deps -- the count says when the text came from elsewhere
  useEffect(() => editor.current?.follow(text), [replacement]);
  useEffect(() => editor.current?.setCatalog(catalog), [catalog]);
  useEffect(() => editor.current?.setIntellisense(intellisense), [intellisense]);
  useEffect(() => {
    if (error) editor.current?.mark(error);
    else editor.current?.clearMark();
  }, [error]);

  return (
    <>
      <div ref={place} className={host} />
      <p id={help} className={spoken}>
        {`${strokeText('Mod+Enter')} runs the query or the selection${isCancelOn ? `, ${strokeText('Mod+.')} cancels it` : ''}. Tab accepts the first suggestion or indents. Press Escape and then Tab to leave the editor. ${strokeText(editorKeys.find.keys)} searches, ${strokeText(editorKeys.comment.keys)} toggles a comment, ${strokeText(editorKeys.error.keys)} jumps to the error.`}
      </p>
    </>
  );
}
