import type { PreviewId } from '../../contract/ambient/previews.ts';

interface PreviewWords {
  name: string;
  isNew: boolean;
  /** Description of the change, one string for each paragraph. */
  text: readonly string[];
}

/** Texts of each preview. */
export const previewLabels: Readonly<Record<PreviewId, PreviewWords>> = {
  apiSidePanel: {
    name: 'API side panel',
    isNew: true,
    text: [
      'Opens a project’s API documentation in a panel beside what you are working on, in place of a page of its own.',
      'GraphiQL, which was part of that page, moves to /project/{ref}/database/graphiql.',
      'This dashboard does not have the API documentation yet. Your choice is kept, and counts as soon as it has.',
    ],
  },
  columnPrivileges: {
    name: 'Column-level privileges',
    isNew: true,
    text: [
      'Adds a page, /project/{ref}/database/column-privileges, where each role is given or refused single columns of a table.',
      'Row level security is usually the better tool: a role without a column’s privilege cannot ask for all columns at once, so queries that worked may fail.',
      'This dashboard does not have that page yet. Your choice is kept, and counts as soon as it has.',
    ],
  },
  functionsAssistant: {
    name: 'Edge functions assistant',
    isNew: false,
    text: ['Writes and explains edge functions in the editor.', 'This dashboard does not have edge functions yet.'],
  },
};
