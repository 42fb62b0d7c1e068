import { resources } from '../../contract/cache/resources.ts';
import { untitledSnippet } from '../../contract/sql/queryTitle.ts';
import { createNameReplacement } from '../../inspector/trace/names.ts';
import { layouts, pages } from '../../router/pages.ts';

/** What the application calls its own parts, and what every database has. */
const ownNames = [
  ...Object.keys(pages),
  ...Object.keys(layouts),
  ...Object.keys(resources),
  untitledSnippet,
  'public',
  'extensions',
];

/** Replaces the names that users have given, for a trace that leaves this browser. It loads when that is requested. */
export default createNameReplacement(new Set(ownNames));
