/** A schema `n` that the session's role may look into, and that is not Postgres's own. */
export const openSchema = `n.nspname not in ('pg_catalog', 'information_schema') and n.nspname !~ '^pg_(toast|temp)'
      and has_schema_privilege(n.oid, 'usage')`;

/** A unique index `i` that holds at once and for every row: one with a condition or an expression identifies no row. */
export const uniqueKey =
  'i.indisunique and i.indisvalid and i.indimmediate and i.indpred is null and i.indexprs is null';
