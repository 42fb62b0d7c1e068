import { useSelector } from '@xstate/react';
import { selectDraftPhase, selectSql, selectTitle } from '../../machines/sql/sqlDraft/sqlDraft.selectors.ts';
import type { SqlDraftRef, SqlSnippetsRef } from '../../machines/sql/sqlScreen/sqlScreen.machine.ts';
import { selectOpenId } from '../../machines/sql/sqlSnippets/sqlSnippets.selectors.ts';
import { useAssistant } from '../parts/useAssistant.ts';

/** Opens the assistant with the query as it is written now; null where no model answers or no query is open. */
export function useAskAboutQuery(draft: SqlDraftRef, snippets: SqlSnippetsRef): (() => void) | null {
  const ask = useAssistant();
  const title = useSelector(draft, selectTitle);
  const isEditable = useSelector(draft, selectDraftPhase) === 'editing';
  const id = useSelector(snippets, selectOpenId);
  if (!ask || !isEditable) return null;
  return () => {
    const sql = selectSql(draft.getSnapshot());
    const isBlank = sql.trim() === '';
    const state = {
      content: sql,
      editor: id,
      sqlSnippets: isBlank ? [] : [sql],
      ...(id !== null && { entity: { id: `query:${id}` } }),
    };
    ask({ text: '', attachments: isBlank ? [] : [{ kind: 'query', title, sql }], state });
  };
}
