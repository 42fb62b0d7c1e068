import type { TableDetail } from '../../contract/tables/table.ts';

/** Why rows cannot be edited. */
export const readOnlyWords: Readonly<Record<NonNullable<TableDetail['readOnly']>, string>> = {
  no_key:
    'Rows cannot be edited: the table has no primary key and no unique key without nulls, so no row can be told from another.',
  view_no_key:
    'Rows cannot be edited: the view does not show the key of its table, so no row can be told from another.',
  view: 'Rows cannot be edited here: this is a view that Postgres makes no changes through, because it joins, groups, or computes rows. Edit the tables that it reads.',
  materialized_view: 'Rows cannot be edited: a materialized view is refreshed from its query.',
  foreign_table: 'Rows cannot be edited: the table belongs to another server or a file, which can only be read.',
  foreign_no_key: 'Rows cannot be edited: this foreign table has no key. You can insert rows.',
  no_privilege: 'Rows cannot be edited: your role may only read this table.',
};
