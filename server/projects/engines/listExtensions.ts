import type pg from 'pg';
import type { EngineExtension } from './engine.ts';

export async function listExtensions(client: pg.ClientBase): Promise<EngineExtension[]> {
  const { rows } = await client.query<EngineExtension>(`
    select available.name, available.default_version as "defaultVersion", available.installed_version as "installedVersion",
      namespace.nspname as schema, coalesce(available.comment, '') as comment
    from pg_available_extensions available
    left join pg_extension installed on installed.extname = available.name
    left join pg_namespace namespace on namespace.oid = installed.extnamespace
    order by available.name`);
  return rows;
}
