import type { SnippetSummary } from '../../../contract/sql/snippet.ts';
import type { AppCommand } from '../../parts/port.ts';

/** What the list of queries shows of one that was just saved. */
export const listPatch = ({
  id,
  name,
  version,
  updated_at,
  statement,
}: SnippetSummary): Extract<AppCommand, { type: 'resource.patched' }> => ({
  type: 'resource.patched',
  names: ['snippets'],
  where: { id },
  patch: { name, version, updated_at, statement },
});
