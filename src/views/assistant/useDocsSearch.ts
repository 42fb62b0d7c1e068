import { docsPage } from '../../contract/shell/palette.ts';
import { selectPalette } from '../../machines/app/workspace/workspace.selectors.ts';
import { useWorkspace } from '../parts/useWorkspace.ts';

/** Opens the search of the docs with words to search for; null where there is none. */
export function useDocsSearch(): ((query: string) => void) | null {
  const palette = useWorkspace(selectPalette);
  return palette ? (query) => palette.send({ type: 'palette.opened', page: docsPage, query }) : null;
}
