import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import { createActor, fromPromise, waitFor, type Actor, type InspectionEvent } from 'xstate';
import type { ProjectSetup } from '../../../src/contract/projects/project.ts';
import { transientStatuses, type ProjectStatus } from '../../../src/contract/projects/projectStatus.ts';
import type { SetupStep } from '../../../src/contract/projects/setupSteps.ts';
import type { ControlDatabase } from '../../database/database.ts';
import { ApiError } from '../../http/errors.ts';
import { publicReason } from '../engines/publicReason.ts';
import { acceptCommand } from './acceptCommand.ts';
import type { DatabaseWork } from './databaseWork.ts';
import {
  lifecycleMachine,
  type ProjectCommand,
  type ProjectState,
  type StatusRecord,
  type WorkFailure,
} from './lifecycle.machine.ts';
import { selectIsSettled, selectSetupStep } from './lifecycle.selectors.ts';
import { reconcilerMachine } from './reconciler.machine.ts';
import { SetupProgress } from './setupProgress.ts';

interface ProjectLifecycleOptions {
  db: ControlDatabase;
  work: DatabaseWork;
  /** Further work of every round. */
  maintain: () => Promise<void>;
  log: Logger;
  /** No other server can be using this control plane, so a previous process left all unfinished work. */
  alone: boolean;
  /** Milliseconds between two rounds of the reconciler. */
  roundInterval?: number;
  /** Observes its charts. */
  inspect?: (event: InspectionEvent) => void;
}

/** The user of a command, and the logger for its result. */
export interface Requester {
  userId: string;
  log: Logger;
}

/** Operations that this server runs or took over. */
interface Operation extends ProjectState {
  id: string;
  projectId: number;
  ref: string;
  /** The logger of the request that started it; the server's own without one. */
  log: Logger;
}

const roundMs = 5_000;
/** A server without a heartbeat for this long counts as dead. */
const heartbeatTimeout = sql.lit('20 seconds');
/** How long a stopping server lets its operations run. */
const drainMs = 10_000;

const unfinishedOperation = sql<boolean>`exists (
  select from basechart.project_operations o where o.project_id = projects.id and o.finished_at is null)`;

/**
 * Runs projects through their chart. Status and operations are stored in the control plane's database: one operation
 * per project, held by one server that sends a heartbeat. What a server leaves unfinished is started again from its
 * beginning, by another server or by the same one after a restart.
 */
export class ProjectLifecycle {
  readonly #options: ProjectLifecycleOptions;
  readonly #serverId = randomUUID();
  readonly #running = new Map<string, Promise<void>>();
  readonly #checks = new Map<string, Promise<void>>();
  readonly #setups = new Map<string, SetupProgress>();
  /** An event named after the ref of each project that changes. */
  readonly #changes = new EventEmitter().setMaxListeners(0);
  readonly #actors = new Set<Actor<typeof lifecycleMachine>>();
  readonly #reconciler;
  #ended = false;

  constructor(options: ProjectLifecycleOptions) {
    this.#options = options;
    this.#reconciler = createActor(
      reconcilerMachine.provide({ actors: { reconcile: fromPromise<void, undefined>(() => this.#reconcile()) } }),
      { id: 'reconciler', input: { interval: options.roundInterval ?? roundMs }, ...this.#observed() },
    );
  }

  /** Resumes unfinished operations, and starts the reconciler. */
  start(): void {
    this.#reconciler.start();
  }

  /** Waits a while for running operations to end; the others resume at the next start. */
  async end(): Promise<void> {
    this.#ended = true;
    this.#reconciler.stop();
    await Promise.race([
      Promise.all([...this.#running.values(), ...this.#checks.values()]),
      delay(drainMs, undefined, { ref: false }),
    ]);
    for (const actor of this.#actors) actor.stop();
  }

  /** How far a setup is that this server runs. */
  setupOf(ref: string): ProjectSetup | null {
    return this.#setups.get(ref)?.describe() ?? null;
  }

  /** Calls back after each change to a project by this server, until the returned function is called. */
  onChange(ref: string, changed: () => void): () => void {
    this.#changes.on(ref, changed);
    return () => void this.#changes.off(ref, changed);
  }

  /** Stores the setup of a project in the transaction that creates its row; `begin` it after the commit. */
  async registerCreation(
    tx: ControlDatabase,
    project: { id: number; ref: string },
    requestedBy: Requester | null,
  ): Promise<() => void> {
    const operation = await this.#register(tx, project, 'creation', requestedBy, { status: 'COMING_UP', reason: null });
    return () => this.#begin(operation);
  }

  /**
   * Starts an operation, and returns the project's new status; 409 when the current status does not allow it. `prepare`
   * runs in the same transaction, with the project's row locked.
   */
  async command(
    projectId: number,
    command: ProjectCommand,
    requestedBy: Requester,
    prepare?: (tx: ControlDatabase) => Promise<void>,
  ): Promise<ProjectStatus> {
    const operation = await this.#options.db.transaction().execute(async (tx) => {
      const project = await tx
        .selectFrom('projects')
        .select(['id', 'ref', 'status', 'status_reason as reason'])
        .where('id', '=', projectId)
        .forUpdate()
        .executeTakeFirstOrThrow();
      const status = acceptCommand(project, command);
      if (status === null) throw notAllowed(command, project.status);
      const unfinished = await tx
        .selectFrom('project_operations')
        .select('id')
        .where('project_id', '=', projectId)
        .where('finished_at', 'is', null)
        .executeTakeFirst();
      if (unfinished) throw notAllowed(command, project.status);
      await prepare?.(tx);
      await tx.updateTable('projects').set({ status, status_reason: null }).where('id', '=', projectId).execute();
      return await this.#register(tx, project, command.type, requestedBy, { status, reason: null });
    });
    this.#begin(operation);
    this.#changes.emit(operation.ref);
    return operation.status;
  }

  /** Checks a project's database after something that contradicts the stored status. */
  check(project: { id: number; ref: string } & ProjectState): Promise<void> {
    const known = this.#checks.get(project.ref);
    if (known || this.#ended) return known ?? Promise.resolve();
    const checking = this.#run(project.ref, project, (record) => this.#recordFinding(project.id, record), {
      look: true,
      log: this.#options.log,
    })
      .catch((error: unknown) => this.#options.log.error({ err: error, ref: project.ref }, 'failed to check a project'))
      .finally(() => this.#checks.delete(project.ref));
    this.#checks.set(project.ref, checking);
    return checking;
  }

  async #register(
    tx: ControlDatabase,
    project: { id: number; ref: string },
    kind: string,
    requestedBy: Requester | null,
    state: ProjectState,
  ): Promise<Operation> {
    const { id } = await tx
      .insertInto('project_operations')
      .values({
        project_id: project.id,
        kind,
        requested_by: requestedBy?.userId ?? null,
        server_id: this.#serverId,
        error: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { id, projectId: project.id, ref: project.ref, log: requestedBy?.log ?? this.#options.log, ...state };
  }

  #begin(operation: Operation): void {
    if (this.#ended || this.#running.has(operation.id)) return;
    const { log } = operation;
    const startedAt = performance.now();
    const work = this.#run(operation.ref, operation, (record) => this.#recordEnd(operation, record), {
      look: false,
      log,
    })
      .then(() =>
        log.info(
          { ref: operation.ref, from: operation.status, ms: Math.round(performance.now() - startedAt) },
          'project operation finished',
        ),
      )
      .catch((error: unknown) => log.error({ err: error, ref: operation.ref }, 'project operation aborted'))
      .finally(() => this.#running.delete(operation.id));
    this.#running.set(operation.id, work);
  }

  #observed(): { inspect?: (event: InspectionEvent) => void } {
    const { inspect } = this.#options;
    return inspect ? { inspect } : {};
  }

  /** Runs the chart from the project's stored state until no operation is running. */
  async #run(
    ref: string,
    { status, reason }: ProjectState,
    record: (record: StatusRecord) => Promise<void>,
    { look, log }: { look: boolean; log: Logger },
  ): Promise<void> {
    const { work } = this.#options;
    const doing = <Result>(job: (ref: string) => Promise<Result>) =>
      fromPromise<Result, { ref: string }>(async ({ input }) => {
        try {
          return await job(input.ref);
        } catch (error) {
          log.error({ err: error, ref }, 'project operation failed');
          // The chart's context is shown to users.
          const { databaseDown = false } = Object(error) as WorkFailure;
          throw Object.assign(new Error(publicReason(error), { cause: error }), { databaseDown } satisfies WorkFailure);
        }
      });
    const actor = createActor(
      lifecycleMachine.provide({
        actors: {
          createDatabase: doing(work.createDatabase),
          openDatabase: doing(work.openDatabase),
          prepareDatabase: doing(work.prepareDatabase),
          stopDatabase: doing(work.stopDatabase),
          startDatabase: doing(work.startDatabase),
          restartDatabase: doing(work.restartDatabase),
          upgradeDatabase: doing(work.upgradeDatabase),
          removeDatabase: doing(work.removeDatabase),
          checkDatabase: doing(work.checkDatabase),
          recordStatus: fromPromise(async ({ input }) => {
            try {
              await record(input);
            } catch (error) {
              log.error({ err: error, ref }, 'failed to store the status of a project');
              throw error;
            }
          }),
        },
      }),
      { id: `lifecycle ${ref}`, input: { ref }, ...this.#observed() },
    );
    this.#actors.add(actor);
    actor.subscribe((snapshot) => this.#followSetup(ref, selectSetupStep(snapshot)));
    try {
      actor.start();
      actor.send({ type: 'project.found', status, reason });
      if (look) actor.send({ type: 'check.requested' });
      await waitFor(actor, selectIsSettled);
    } finally {
      this.#actors.delete(actor);
      actor.stop();
      this.#setups.delete(ref);
      this.#changes.emit(ref);
    }
  }

  #followSetup(ref: string, step: SetupStep | null): void {
    if (step === null || this.#setups.get(ref)?.step === step) return;
    const known = this.#setups.get(ref);
    if (known) known.begin(step);
    else this.#setups.set(ref, new SetupProgress(step));
    this.#changes.emit(ref);
  }

  /** Stores the result of an operation, unless another server has taken it over. */
  async #recordEnd({ id, projectId, ref }: Operation, { status, reason }: StatusRecord): Promise<void> {
    await this.#options.db.transaction().execute(async (tx) => {
      const mine = await tx
        .updateTable('project_operations')
        .set({ finished_at: sql<Date>`now()`, error: reason })
        .where('id', '=', id)
        .where('server_id', '=', this.#serverId)
        .where('finished_at', 'is', null)
        .returning('id')
        .executeTakeFirst();
      if (mine === undefined) {
        this.#options.log.warn({ ref }, 'another server has taken over the project operation');
        return;
      }
      await tx.updateTable('projects').set({ status, status_reason: reason }).where('id', '=', projectId).execute();
      if (status === 'REMOVED') await forget(tx, projectId);
    });
  }

  /** Stores the result of a health check, unless an operation has begun in the meantime. */
  async #recordFinding(projectId: number, { status, reason }: StatusRecord): Promise<void> {
    await this.#options.db
      .updateTable('projects')
      .set({ status, status_reason: reason })
      .where('id', '=', projectId)
      .where('status', 'in', ['ACTIVE_HEALTHY', 'ACTIVE_UNHEALTHY', 'UNKNOWN'])
      .where((is) => is.not(unfinishedOperation))
      .execute();
  }

  async #reconcile(): Promise<void> {
    try {
      await this.#heartbeat();
      for (const operation of await this.#takeOver()) this.#begin(operation);
      await this.#findLost();
      const unknown = await this.#options.db
        .selectFrom('projects')
        .select(['id', 'ref', 'status', 'status_reason as reason'])
        .where('status', '=', 'UNKNOWN')
        .execute();
      await Promise.all(unknown.map((project) => this.check(project)));
      await this.#options.maintain();
    } catch (error) {
      if (!this.#ended) this.#options.log.error({ err: error }, 'failed to maintain projects');
      throw error;
    }
  }

  async #heartbeat(): Promise<void> {
    const { db } = this.#options;
    if (this.#running.size > 0) {
      await db
        .updateTable('project_operations')
        .set({ heartbeat_at: sql<Date>`now()` })
        .where('server_id', '=', this.#serverId)
        .where('finished_at', 'is', null)
        .execute();
    }
  }

  /** Takes over the operations of dead servers. */
  async #takeOver(): Promise<Operation[]> {
    const { db, alone } = this.#options;
    const rows = await db
      .updateTable('project_operations')
      .from('projects')
      .set({ server_id: this.#serverId, heartbeat_at: sql<Date>`now()` })
      .whereRef('projects.id', '=', 'project_operations.project_id')
      .where('project_operations.finished_at', 'is', null)
      .where('project_operations.server_id', '!=', this.#serverId)
      .$if(!alone, (query) =>
        query.where(sql<boolean>`project_operations.heartbeat_at < now() - ${heartbeatTimeout}::interval`),
      )
      .returning([
        'project_operations.id',
        'projects.id as projectId',
        'projects.ref',
        'projects.status',
        'projects.status_reason as reason',
      ])
      .execute();
    return rows.map((row) => ({ ...row, log: this.#options.log }));
  }

  /** A transient status without a stored operation is invalid. */
  async #findLost(): Promise<void> {
    await this.#options.db
      .updateTable('projects')
      .set({ status: 'UNKNOWN', status_reason: 'The outcome of the last operation on this project is unknown.' })
      .where(
        'status',
        'in',
        transientStatuses.filter((status) => status !== 'UNKNOWN'),
      )
      .where((is) => is.not(unfinishedOperation))
      .execute();
  }
}

/** No secrets or personal data of a deleted project are kept; its row keeps its ref from being reused. */
async function forget(tx: ControlDatabase, projectId: number): Promise<void> {
  await tx.deleteFrom('project_secrets').where('project_id', '=', projectId).execute();
  await tx.deleteFrom('project_auth_configs').where('project_id', '=', projectId).execute();
  await tx.deleteFrom('snippets').where('project_id', '=', projectId).execute();
  await tx.deleteFrom('query_runs').where('project_id', '=', projectId).execute();
  await tx.deleteFrom('project_requests').where('project_id', '=', projectId).execute();
  await tx.deleteFrom('project_sizes').where('project_id', '=', projectId).execute();
  await tx.deleteFrom('project_logs').where('project_id', '=', projectId).execute();
  await tx.deleteFrom('project_log_counts').where('project_id', '=', projectId).execute();
}

const verbs: Readonly<Record<ProjectCommand['type'], string>> = {
  'pause.requested': 'paused',
  'restore.requested': 'restored',
  'restart.requested': 'restarted',
  'resize.requested': 'resized',
  'upgrade.requested': 'upgraded',
  'removal.requested': 'deleted',
};

const notAllowed = ({ type }: ProjectCommand, status: ProjectStatus) =>
  new ApiError(409, 'project_status_conflict', `The project cannot be ${verbs[type]} while its status is ${status}.`);
