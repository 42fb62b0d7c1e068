import type { PageName } from './pages.ts';

const tableList = '/projects/{ref}/tables?{lastSchema}';

/**
 * What pages read first besides resources of the cache, as their services do: paths below the platform API's base,
 * where `{name}` stands for a segment of the page's address, and `{lastSchema}` for the query of the project's last
 * schema.
 */
export const extraEarlyReads: Readonly<Partial<Record<PageName, readonly string[]>>> = {
  tables: [tableList],
  table: [tableList, '/projects/{ref}/tables/{id}'],
};

/** Pages that are seen with early reads alone: the library that sends other requests comes after them. */
export const seenWithEarlyReads: ReadonlySet<PageName> = new Set([
  'projects',
  'project',
  'sql',
  'sqlSnippet',
  'tables',
]);
