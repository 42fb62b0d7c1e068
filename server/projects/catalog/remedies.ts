/** SQL expressions for statements that close a relation `r` (`nspname`, `relname`, `reloptions`) to API callers. */

export const enableRowSecurity = `format('alter table %I.%I enable row level security;', r.nspname, r.relname)`;

export const revokeFromCallers = `format('revoke all on %I.%I from public, anon, authenticated;', r.nspname, r.relname)`;

export const hasInvokersRights = `coalesce((
  select option_value::boolean from pg_options_to_table(r.reloptions) where option_name = 'security_invoker'
), false)`;

/** Before version 15, a view always has the rights of its owner. */
export const setInvokersRights = `case when current_setting('server_version_num')::int >= 150000
  then format('alter view %I.%I set (security_invoker = on);', r.nspname, r.relname)
  else ${revokeFromCallers} end`;
