import type { PageName } from './pages.ts';

/**
 * What pages read first besides resources of the cache, as their services do: paths below the platform API's base,
 * where `{name}` stands for a segment of the page's address, and `{lastSchema}` for the query of the project's last
 * schema.
 */
export const readsBeside: Readonly<Partial<Record<PageName, readonly string[]>>> = {
  tables: ['/projects/{ref}/tables?{lastSchema}'],
  table: ['/projects/{ref}/tables?{lastSchema}'],
};
