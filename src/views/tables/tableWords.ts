import type { RelationKind } from '../../contract/tables/table.ts';

export const kindWords: Readonly<Record<RelationKind, string>> = {
  table: 'Table',
  'partitioned table': 'Partitioned table',
  view: 'View',
  'materialized view': 'Materialized view',
  'foreign table': 'Foreign table',
};
