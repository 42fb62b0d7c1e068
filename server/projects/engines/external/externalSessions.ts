import { Client, type ClientConfig } from 'pg';
import { errorCode } from '../../../common/errorCode.ts';
import type { CancelOutcome, Engine, Session, SessionOptions } from '../engine.ts';
import { EngineError } from '../engineError.ts';
import { createSemaphore } from './semaphore.ts';

export interface ExternalSessionsOptions {
  /** Connects to the database as its administrator. */
  admin: ClientConfig;
  /** Connects as the role that acts for the developer. */
  platform: ClientConfig;
  /** Role that the platform's sessions switch to immediately; `lease` accepts it under this name. */
  developer: string;
  /** Restores the platform role's login. */
  putRight(): Promise<void>;
  /** Maximum number of concurrent sessions; further ones wait. */
  sessionLimit?: number;
}

/** Options of every connection to a project's database. */
export const connectionDefaults = {
  connectionTimeoutMillis: 10_000,
  application_name: 'basechart',
} as const satisfies ClientConfig;

/** A backend whose client died notices it within this time, even while it computes. */
const noticeGoneClient = '-c client_connection_check_interval=10s';

/**
 * The developer owns the database and may set its search path and role; what the administrator runs in it must never
 * resolve to the developer's functions, operators or views.
 */
export const trustedPath = '-c search_path=pg_catalog -c role=none';

/** Error codes of a login whose password, privileges or membership were changed. */
const lockedOut = new Set(['28P01', '42501', '22023']);

/** The sessions of one database, each a connection for one use. */
interface ExternalSessions {
  lease: Engine['lease'];
  /** Closes all sessions and refuses new ones. */
  stop(): Promise<void>;
}

export function openExternalSessions({
  admin,
  platform,
  developer,
  putRight,
  sessionLimit = 8,
}: ExternalSessionsOptions): ExternalSessions {
  const turns = createSemaphore(sessionLimit);
  const clients = new Set<Client>();
  let stopped = false;

  const configFor = (user: string | undefined): ClientConfig =>
    user === developer
      ? { ...platform, options: `${noticeGoneClient} -c role=${developer}` }
      : { ...admin, options: `${noticeGoneClient} ${trustedPath}` };

  const leave = async (client: Client): Promise<void> => {
    clients.delete(client);
    await client.end().catch(() => undefined);
  };

  const connect = async (user: string | undefined): Promise<Client> => {
    const client = new Client({ ...configFor(user), ...connectionDefaults });
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

  /** The developer can change the platform role's password and privileges: restore them once, then retry. */
  const connectOrPutRight = (user: string | undefined): Promise<Client> =>
    connect(user).catch(async (error: unknown) => {
      if (user !== developer || !lockedOut.has(errorCode(error) ?? '')) throw error;
      await putRight();
      return await connect(user);
    });

  const runIn = async <Result>(
    client: Client,
    work: (session: Session) => Promise<Result>,
    signal: AbortSignal | undefined,
  ): Promise<Result> => {
    const backendPid = (client as unknown as { processID: number }).processID;
    const cancel = async (): Promise<CancelOutcome> => {
      await cancelAs(platform, backendPid);
      return { engineRestarted: false };
    };
    const abort = () => void cancel().catch(() => undefined);
    signal?.addEventListener('abort', abort, { once: true });
    try {
      return await work({ client, backendPid, cancel });
    } finally {
      signal?.removeEventListener('abort', abort);
    }
  };

  return {
    async lease<Result>(
      work: (session: Session) => Promise<Result>,
      { user, signal, onWait }: SessionOptions = {},
    ): Promise<Result> {
      signal?.throwIfAborted();
      await turns.acquire(signal, onWait);
      let client: Client | undefined;
      try {
        client = await connectOrPutRight(user);
        return await runIn(client, work, signal);
      } catch (error) {
        signal?.throwIfAborted();
        throw error;
      } finally {
        if (client) await leave(client);
        turns.release();
      }
    },
    async stop() {
      stopped = true;
      await Promise.all([...clients].map((client) => client.end().catch(() => undefined)));
    },
  };
}

/** A role may cancel its own backends, so this needs no privilege beyond the login. */
export async function cancelAs(config: ClientConfig, pid: number): Promise<void> {
  const client = new Client({ ...config, ...connectionDefaults });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select pg_cancel_backend($1)', [pid]);
  } finally {
    await client.end();
  }
}
