/** Names of the types that need no look-up, as `format_type(oid, -1)` writes them (pg_type.dat, stable for all versions). */
export const builtInTypes: ReadonlyMap<number, string> = new Map([
  [16, 'boolean'], [17, 'bytea'], [18, '"char"'], [19, 'name'], [20, 'bigint'], [21, 'smallint'], [23, 'integer'], [24, 'regproc'],
  [25, 'text'], [26, 'oid'], [114, 'json'], [142, 'xml'], [600, 'point'], [650, 'cidr'], [700, 'real'], [701, 'double precision'],
  [790, 'money'], [829, 'macaddr'], [869, 'inet'], [1000, 'boolean[]'], [1005, 'smallint[]'], [1007, 'integer[]'], [1009, 'text[]'],
  [1015, 'character varying[]'], [1016, 'bigint[]'], [1021, 'real[]'], [1022, 'double precision[]'], [1043, 'character varying'],
  [1082, 'date'], [1083, 'time without time zone'], [1114, 'timestamp without time zone'], [1184, 'timestamp with time zone'],
  [1186, 'interval'], [1231, 'numeric[]'], [1266, 'time with time zone'], [1700, 'numeric'], [2205, 'regclass'], [2206, 'regtype'],
  [2249, 'record'], [2278, 'void'], [2950, 'uuid'], [3802, 'jsonb'], [3807, 'jsonb[]'],
]);
