import { Client, Pool, type ClientConfig } from 'pg';
import type { EngineCapabilities } from '../../../../src/contract/projects/project.ts';
import { handlePoolErrors } from '../../../database/handlePoolErrors.ts';
import { errorCode } from '../../../http/errors.ts';
import type { CancelOutcome, Engine, EngineExtension, Session, SessionOptions } from '../engine.ts';
import { EngineError } from '../engineError.ts';
import { listExtensions } from '../listExtensions.ts';

export interface ExternalEngineOptions {
  /** Connects to the database as its administrator. */
  admin: ClientConfig;
  /** Connects as the role that stands in for the developer. */
  platform: ClientConfig;
  /** Role that the platform's sessions take on at once; `lease` serves it by this name. */
  developer: string;
  /** Gives the platform's role back what it needs to log in. */
  putRight(): Promise<void>;
  /** Sessions at once; more wait their turn. */
  sessionLimit?: number;
}

export const externalCapabilities: EngineCapabilities = {
  kind: 'postgres',
  cancel: true,
  sessions: true,
  logicalReplication: false,
  cron: false,
  wire: true,
};

const connectMs = 10_000;

/** A backend whose server process died notices it within this time, even while it computes. */
const noticeGoneClient = '-c client_connection_check_interval=10s';

/**
 * The developer owns the database and may give it a search path and a role of their own; what the administrator runs in
 * it must never find a function, operator or view of theirs.
 */
export const trustedPath = '-c search_path=pg_catalog -c role=none';

/** How a login is refused whose password, rights or membership were changed. */
const lockedOut = new Set(['28P01', '42501', '22023']);

/** A database on a Postgres server, reached over the wire. */
export function openExternalEngine({
  admin,
  platform,
  developer,
  putRight,
  sessionLimit = 8,
}: ExternalEngineOptions): Engine {
  const common = { connectionTimeoutMillis: connectMs, application_name: 'basechart' } satisfies ClientConfig;
  const pool = new Pool({ ...admin, ...common, options: trustedPath, max: 2, idleTimeoutMillis: 10_000 });
  handlePoolErrors(pool);
  const clients = new Set<Client>();
  const waiting: (() => void)[] = [];
  let free = sessionLimit;
  let stopped = false;
  let version: Promise<string> | undefined;

  const takeTurn = async (signal: AbortSignal | undefined): Promise<void> => {
    if (free > 0) {
      free -= 1;
      return;
    }
    const turn = Promise.withResolvers<void>();
    const grant = () => turn.resolve();
    const giveUp = () => {
      const place = waiting.indexOf(grant);
      if (place >= 0) waiting.splice(place, 1);
      turn.reject(signal?.reason as Error);
    };
    waiting.push(grant);
    signal?.addEventListener('abort', giveUp, { once: true });
    try {
      await turn.promise;
    } finally {
      signal?.removeEventListener('abort', giveUp);
    }
  };
  const passTurn = () => {
    const next = waiting.shift();
    if (next) next();
    else free += 1;
  };

  const leave = async (client: Client): Promise<void> => {
    clients.delete(client);
    await client.end().catch(() => undefined);
  };

  const cancelBackend = (pid: number): Promise<void> => cancelAs(platform, pid);

  return {
    capabilities: externalCapabilities,
    pool,
    async lease<Result>(
      work: (session: Session) => Promise<Result>,
      { user, signal }: SessionOptions = {},
    ): Promise<Result> {
      signal?.throwIfAborted();
      await takeTurn(signal);
      const config =
        user === developer
          ? { ...platform, options: `${noticeGoneClient} -c role=${developer}` }
          : { ...admin, options: `${noticeGoneClient} ${trustedPath}` };
      const connect = async (): Promise<Client> => {
        const client = new Client({ ...config, ...common });
        // Failures reach the work through its queries; without a listener they would end the process.
        client.on('error', () => undefined);
        clients.add(client);
        try {
          if (stopped) throw new EngineError('engine_stopped', 'The database was stopped.');
          await client.connect();
          return client;
        } catch (error) {
          await leave(client);
          throw error;
        }
      };
      let client: Client | undefined;
      try {
        client = await connect().catch(async (error: unknown) => {
          if (user !== developer || !lockedOut.has(errorCode(error) ?? '')) throw error;
          await putRight();
          return await connect();
        });
        const backendPid = (client as unknown as { processID: number }).processID;
        const cancel = async (): Promise<CancelOutcome> => {
          await cancelBackend(backendPid);
          return { engineRestarted: false };
        };
        const abort = () => void cancel().catch(() => undefined);
        signal?.addEventListener('abort', abort, { once: true });
        try {
          return await work({ client, backendPid, cancel });
        } finally {
          signal?.removeEventListener('abort', abort);
        }
      } catch (error) {
        signal?.throwIfAborted();
        throw error;
      } finally {
        if (client) await leave(client);
        passTurn();
      }
    },
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
    async extensions(): Promise<EngineExtension[]> {
      const client = await pool.connect();
      try {
        return await listExtensions(client);
      } finally {
        client.release();
      }
    },
    async stop() {
      if (stopped) return;
      stopped = true;
      await Promise.all([...clients].map((client) => client.end().catch(() => undefined)));
      await pool.end();
    },
  };
}

/** A role may cancel its own backends, so this needs no privilege beyond the login. */
export async function cancelAs(config: ClientConfig, pid: number): Promise<void> {
  const client = new Client({ ...config, connectionTimeoutMillis: connectMs, application_name: 'basechart' });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select pg_cancel_backend($1)', [pid]);
  } finally {
    await client.end();
  }
}
