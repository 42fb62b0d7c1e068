import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type { PoolClient } from 'pg';
import type { EnginePool } from '../databases/enginePool.ts';
import { engineFailure } from '../queries/projectTarget.ts';

/** How long a request waits for a free engine. */
const patienceMs = 20_000;

/** A project's database as a pool that outlives its engine: each connection opens the engine if it has been stopped. */
export const projectPool = (engines: EnginePool, ref: string): PostgresPool => ({
  connect: () =>
    new Promise<PostgresPoolClient>((resolve, reject) => {
      const lend = async (client: PoolClient) => {
        const { promise: returned, resolve: giveBack } = Promise.withResolvers<boolean>();
        resolve({
          query: client.query.bind(client) as PostgresPoolClient['query'],
          release: () => giveBack(true),
        });
        await returned;
        client.release();
      };
      engines
        .use(ref, async (engine) => lend(await engine.pool.connect()), { patienceMs })
        .catch((error: unknown) => reject(engineFailure(error) as Error));
    }),
  end: () => Promise.resolve(),
  options: {},
});
