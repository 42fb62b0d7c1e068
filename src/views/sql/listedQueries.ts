import { distinctTitles, queryTitle } from '../../contract/sql/queryTitle.ts';
import type { SnippetSummary } from '../../contract/sql/snippet.ts';
import type { UnsentDraft } from '../../machines/sql/sqlSnippets/sqlSnippets.machine.ts';

/** A query of the list: saved, or so far on this computer only. */
interface ListedQuery {
  id: string;
  /** Its title, where it has no name. */
  name: string;
  savedAt: string | null;
}

/** All queries of a project with names that tell them apart. The open one has the title that it is being given. */
export function listedQueries(
  drafts: readonly UnsentDraft[],
  saved: readonly SnippetSummary[],
  open: { id: string; title: string } | null,
): ListedQuery[] {
  const known = new Set(saved.map(({ id }) => id));
  const all = [
    ...drafts.filter(({ id }) => !known.has(id)).map((draft) => ({ ...draft, savedAt: null })),
    ...saved.map((snippet) => ({ ...snippet, savedAt: snippet.updated_at })),
  ].map((query) => ({ ...query, title: query.id === open?.id ? open.title : queryTitle(query) }));
  const names = distinctTitles(all);
  return all.map(({ id, savedAt }, index) => ({ id, name: names[index]!, savedAt }));
}
