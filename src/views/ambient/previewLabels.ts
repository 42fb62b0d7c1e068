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
      'Opens a project’s API documentation in a side panel instead of on a separate page.',
      'GraphiQL, which was part of that page, moves to /project/{ref}/database/graphiql.',
      'The API documentation is not available yet. Your choice is saved and takes effect when it is.',
    ],
  },
  columnPrivileges: {
    name: 'Column-level privileges',
    isNew: true,
    text: [
      'Adds a page, /project/{ref}/database/column-privileges, to manage each role’s privileges on individual columns.',
      'Row level security is usually the better tool: a role that lacks a privilege on one column cannot select all columns, so existing queries may fail.',
      'This page is not available yet. Your choice is saved and takes effect when it is.',
    ],
  },
  functionsAssistant: {
    name: 'Edge functions assistant',
    isNew: false,
    text: ['Writes and explains edge functions in the editor.', 'Edge functions are not available yet.'],
  },
};
