/** Names of the Postgres types whose values every JSON reader takes as the same number. */
export const doubleTypes: ReadonlySet<string> = new Set([
  'int2',
  'int4',
  'float4',
  'float8',
  'smallint',
  'integer',
  'real',
  'double precision',
]);

/** Names of the Postgres types whose values are numbers or amounts. */
export const numericTypes: ReadonlySet<string> = new Set([
  ...doubleTypes,
  'int8',
  'bigint',
  'numeric',
  'money',
  'oid',
  'xid',
  'xid8',
  'cid',
]);
