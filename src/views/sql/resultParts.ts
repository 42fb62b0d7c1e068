import { floatingPart } from '../ui/floatingParts.ts';
import { lazily } from '../ui/lazily.ts';

const views = async () => (await import('./resultViews.ts')).resultViews;

/**
 * What shows the answer of a run and the runs before it, in a chunk that loads while the first query runs; and what is
 * asked before a destructive one and about a query of the list.
 */
export const resultParts = {
  cell: floatingPart(async () => ({ default: (await views()).CellDialog })),
  destructive: floatingPart(async () => ({ default: (await views()).DestructiveSqlDialog })),
  error: floatingPart(async () => ({ default: (await views()).ErrorReport })),
  exposed: floatingPart(async () => ({ default: (await views()).ExposedRelations })),
  history: floatingPart(async () => ({ default: (await views()).HistoryList })),
  messages: floatingPart(async () => ({ default: (await views()).MessageList })),
  name: floatingPart(async () => ({ default: (await views()).ResultName })),
  snippets: floatingPart(async () => ({ default: (await views()).SnippetDialogs })),
  tools: floatingPart(async () => ({ default: (await views()).ResultTools })),
  view: floatingPart(async () => ({ default: (await views()).ResultView })),
};

export const CellDialog = lazily(resultParts.cell);
export const ErrorReport = lazily(resultParts.error);
export const ExposedRelations = lazily(resultParts.exposed);
export const HistoryList = lazily(resultParts.history);
export const MessageList = lazily(resultParts.messages);
export const ResultName = lazily(resultParts.name);
export const ResultTools = lazily(resultParts.tools);
export const ResultView = lazily(resultParts.view);
