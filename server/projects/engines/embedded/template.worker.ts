import { parentPort, workerData } from 'node:worker_threads';
import { embeddedOwner, initdbParameters, startParameters } from './configuration.ts';
import { findIdentity } from './identity.ts';
import { PostgresHost } from './postgresHost.ts';
import { queryMessage, readResult } from './wire.ts';

/* Runs initdb, which computes for seconds, outside the thread that serves requests. */

const { dataDirectory, wasm } = workerData as { dataDirectory: string; wasm: WebAssembly.Module };
const log: string[] = [];

const broken = (reason: string): never => {
  throw new Error(`Could not prepare Postgres: ${reason}\n${log.join('\n')}`);
};

const host = await PostgresHost.open({
  dataDirectory,
  wasm,
  extensions: null,
  configuration: [],
  control: null,
  startParameters,
  broken,
  initdbParameters,
  log: (line) => log.push(line),
});

async function run(sql: string): Promise<(string | null)[][]> {
  const chunks: Uint8Array[] = [];
  await host.execProtocolRawStream(queryMessage(sql), { onRawData: (chunk) => chunks.push(chunk.slice()) });
  const { rows, error } = readResult(Buffer.concat(chunks));
  if (error !== null) throw new Error(error);
  return rows;
}

// They would be two thirds of the files of every project, and no SQL here creates a database.
for (const name of ['template0', 'template1'])
  for (const sql of [`alter database ${name} is_template false`, `drop database ${name}`]) await run(sql);

const identityAddress = await findIdentity(host.memory, embeddedOwner, run);
const version = (await run('show server_version'))[0]?.[0];
await host.close();
const answer = { identityAddress, version };
parentPort?.postMessage(answer);
