import { parentPort, workerData } from 'node:worker_threads';
import { copyUnsupportedMessage } from '../engineError.ts';
import { startParameters } from './configuration.ts';
import { bootstrapSuperuser, looksLikeIdentity, setAuthenticatedUser } from './identity.ts';
import { PostgresHost } from './postgresHost.ts';
import {
  copyFailMessage,
  fatalMessage,
  frames,
  frontend,
  queryMessage,
  quoteIdentifier,
  quoteLiteral,
  readResult,
  readStartup,
  syncMessage,
  type InternalResult,
} from './wire.ts';
import { control, type FromWorker, type ToWorker, type WorkerInput } from './workerProtocol.ts';

/* One project's Postgres: in its own thread, because the engine never yields while it computes. */

// Emscripten evaluates JavaScript that it finds inside libraries loaded by Postgres. Ours contain none, and no SQL may
// ever load any.
Object.defineProperty(globalThis, 'eval', {
  value: () => {
    throw new Error('Evaluating text as a program is disabled here.');
  },
});

const input = workerData as WorkerInput;
const cells = new Int32Array(input.control);
const post = (message: FromWorker, transfer: ArrayBuffer[] = []) => parentPort?.postMessage(message, transfer);

const recentLog: string[] = [];

function broken(reason: string): never {
  post({ type: 'broken', reason, log: recentLog });
  return process.exit(1);
}

const host = await PostgresHost.open({
  ...input,
  control: cells,
  startParameters,
  broken,
  log(line) {
    recentLog.push(line);
    if (recentLog.length > 20) recentLog.shift();
  },
}).catch((error: unknown) => broken(error instanceof Error ? error.message : String(error)));

const startBytes = host.memory.buffer.byteLength;

/** Postgres returns its output in buffers of this size; a shorter one is the last. */
const engineBuffer = 8192;
const batchSize = 64 * 1024;

/** Runs wire messages and passes the response on as it arrives. */
async function execute(bytes: Uint8Array, take: (chunk: Uint8Array) => void): Promise<void> {
  await host.execProtocolRawStream(bytes, { onRawData: take, syncToFs: false });
}

function sender(session: number) {
  let batch = new Uint8Array(batchSize);
  let used = 0;
  const flush = () => {
    if (used === 0) return;
    const bytes = batch.slice(0, used);
    used = 0;
    Atomics.add(cells, control.unread, bytes.length);
    post({ type: 'data', session, bytes }, [bytes.buffer]);
  };
  const take = (chunk: Uint8Array) => {
    host.checkCancel();
    for (let offset = 0; offset < chunk.length;) {
      const part = chunk.subarray(offset, offset + batchSize - used);
      batch.set(part, used);
      used += part.length;
      offset += part.length;
      if (used === batchSize) {
        flush();
        host.awaitReader();
      }
    }
    if (chunk.length < engineBuffer) flush();
  };
  return { take, flush };
}

async function run(sql: string): Promise<InternalResult> {
  return collect(queryMessage(sql));
}

async function collect(bytes: Uint8Array): Promise<InternalResult> {
  const chunks: Uint8Array[] = [];
  await execute(bytes, (chunk) => chunks.push(chunk.slice()));
  return readResult(Buffer.concat(chunks));
}

/** Begins a session as Postgres would for a new connection: its role, the role's settings, then the greeting. */
async function login(session: number, packet: Uint8Array): Promise<void> {
  const { take, flush } = sender(session);
  const parameters = readStartup(packet);
  const user = parameters?.get('user');
  if (user !== undefined && user !== input.owner) {
    const found = await run(`select oid from pg_roles where rolcanlogin and rolname = ${quoteLiteral(user)}`);
    const role = found.rows[0]?.[0];
    if (role === undefined || role === null) {
      take(fatalMessage('28000', `role "${user}" does not exist or is not permitted to log in`));
      flush();
      return;
    }
    const settings = await roleSettings(role);
    const changed = await run(`set session authorization ${quoteIdentifier(user)}`);
    if (changed.error !== null) broken(changed.error);
    setAuthenticatedUser(host.memory, input.identityAddress, Number(role));
    if (input.guardOwner) await run('reset search_path');
    for (const [name, value] of settings)
      await run(`select set_config(${quoteLiteral(name)}, ${quoteLiteral(value)}, false)`);
  }
  const application = parameters?.get('application_name');
  if (application !== undefined) await run(`set application_name = ${quoteLiteral(application)}`);
  await execute(packet, take);
  flush();
}

/** ALTER ROLE … SET and ALTER DATABASE … SET apply from the next session on; an invalid value is skipped. */
async function roleSettings(role: string): Promise<[name: string, value: string][]> {
  const { rows } = await run(`
    select unnest(setconfig) from pg_db_role_setting
    where setrole in (0, ${role}) and setdatabase in (0, (select oid from pg_database where datname = current_database()))
    order by setrole, setdatabase`);
  return rows.flatMap(([setting]): [string, string][] => {
    const split = setting?.indexOf('=') ?? -1;
    return setting && split > 0 ? [[setting.slice(0, split), setting.slice(split + 1)]] : [];
  });
}

/** Resets a session: its transaction, role, settings, temporary tables, cursors and prepared statements. */
async function cleanSession(): Promise<void> {
  host.clearCancel();
  setAuthenticatedUser(host.memory, input.identityAddress, bootstrapSuperuser);
  // Before the Sync, which would commit the transaction of a client that left in the middle; and after it, because a
  // session that waits for one responds to nothing else.
  await run('rollback');
  await collect(syncMessage);
  await run('rollback');
  const steps = [
    'discard all',
    // Settings of the database may include another role and another search path.
    `set session authorization ${quoteIdentifier(input.owner)}`,
    'set role none',
    ...(input.guardOwner ? ['set search_path = pg_catalog'] : []),
  ];
  for (const step of steps) {
    const { error, ready } = await run(step);
    if (error !== null || !ready) broken(`failed to clean the session: ${error ?? 'no answer'}`);
  }
  if (!looksLikeIdentity(host.memory, input.identityAddress))
    broken('the session user is not where this build of Postgres should keep it');
}

async function reset(session: number): Promise<void> {
  await cleanSession();
  post({ type: 'reset', session, grownBytes: host.memory.buffer.byteLength - startBytes });
}

const noCopy = copyFailMessage(copyUnsupportedMessage);

/**
 * The engine cannot wait for data that a client has not sent yet: a COPY FROM STDIN without data in the same message is
 * refused.
 */
function refusingCopy(bytes: Uint8Array): Uint8Array {
  const parts: Uint8Array[] = [];
  let mayCopy = false;
  for (const { type, start, end } of frames(bytes)) {
    if (mayCopy && type !== frontend.copyData && type !== frontend.copyDone && type !== frontend.copyFail)
      parts.push(noCopy);
    mayCopy = type === frontend.query || type === frontend.execute;
    parts.push(bytes.subarray(start, end));
  }
  if (mayCopy) parts.push(noCopy);
  return parts.length === 1 ? bytes : Buffer.concat(parts);
}

async function handle(message: ToWorker): Promise<void> {
  if (message.type === 'reset') return reset(message.session);
  if (message.type === 'close') {
    host.clearCancel();
    await host.close();
    post({ type: 'closed' });
    return process.exit(0);
  }
  // A startup packet is the only message without a type.
  if (message.bytes[0] === 0) return login(message.session, message.bytes);
  const { take, flush } = sender(message.session);
  await execute(refusingCopy(message.bytes), take);
  flush();
}

let tail = Promise.resolve();
parentPort?.on('message', (message: ToWorker) => {
  tail = tail
    .then(() => handle(message))
    .catch((error: unknown) => broken(error instanceof Error ? error.message : String(error)));
});
await cleanSession();
post({ type: 'ready' });
