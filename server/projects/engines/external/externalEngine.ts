import { Pool } from 'pg';
import type { EngineCapabilities } from '../../../../src/contract/projects/project.ts';
import { handlePoolErrors } from '../../../database/handlePoolErrors.ts';
import type { Engine } from '../engine.ts';
import { listExtensions } from '../listExtensions.ts';
import {
  connectionDefaults,
  openExternalSessions,
  trustedPath,
  type ExternalSessionsOptions,
} from './externalSessions.ts';

export const externalCapabilities: EngineCapabilities = {
  kind: 'postgres',
  cancel: true,
  sessions: true,
  logicalReplication: false,
  cron: false,
  wire: true,
};

/** A database on a Postgres server, reached over the wire. */
export function openExternalEngine(options: ExternalSessionsOptions): Engine {
  const pool = new Pool({
    ...options.admin,
    ...connectionDefaults,
    options: trustedPath,
    max: 2,
    idleTimeoutMillis: 10_000,
  });
  handlePoolErrors(pool);
  const sessions = openExternalSessions(options);
  let version: Promise<string> | undefined;
  let stopping: Promise<void> | undefined;

  const stop = async (): Promise<void> => {
    await sessions.stop();
    await pool.end();
  };

  return {
    capabilities: externalCapabilities,
    pool,
    lease: sessions.lease,
    version() {
      version ??= pool
        .query<{ server_version: string }>('show server_version')
        .then(({ rows: [row] }) => row?.server_version.split(' ')[0] ?? '')
        .catch((error: unknown) => {
          version = undefined;
          throw error;
        });
      return version;
    },
    async extensions() {
      const client = await pool.connect();
      try {
        return await listExtensions(client);
      } finally {
        client.release();
      }
    },
    stop() {
      stopping ??= stop();
      return stopping;
    },
  };
}
