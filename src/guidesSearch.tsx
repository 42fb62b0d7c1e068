/**
 * The search of the docs on the pages of the guides, which have no application around them. The build makes one file of
 * it, which `guides.js` loads when a reader turns to the search field.
 */
import Search from 'lucide-react/icons/search';
import { StrictMode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { createActor } from 'xstate';
import { docsSearchFlow } from './app/docs/docsSearch.flow.ts';
import { selectQuery } from './machines/docs/docsSearch/docsSearch.selectors.ts';
import { unwatched } from './services/docs/docsSources.ts';
import { DocsPanel } from './views/docs/DocsPanel.tsx';
import { Button } from './views/ui/Button.tsx';

const flow = docsSearchFlow(unwatched);

interface GuidesSearch {
  /** Ends the search. */
  stop: () => void;
  /** What the reader has typed. */
  query: () => string;
}

/** Shows the search in an element, with what the reader has typed so far. Its field takes the focus at once. */
export function openSearch(query: string, element: HTMLElement, onClose: () => void): GuidesSearch {
  const search = createActor(flow, { input: { query } }).start();
  const root = createRoot(element);
  // The next key already belongs to its field.
  flushSync(() =>
    root.render(
      <StrictMode>
        <DocsPanel
          flow={search}
          before={<Search aria-hidden />}
          after={
            <Button size="small" onClick={onClose}>
              Close
            </Button>
          }
          onBack={onClose}
        />
      </StrictMode>,
    ),
  );
  return {
    stop() {
      root.unmount();
      search.stop();
    },
    query: () => selectQuery(search.getSnapshot()),
  };
}
