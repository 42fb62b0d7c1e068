import { assign, setup } from 'xstate';
import type { ProjectStatus } from '../../../src/contract/projects/projectStatus.ts';
import { bounded, unprovided } from '../../common/charts.ts';

interface LifecycleInput {
  ref: string;
}

interface LifecycleContext extends LifecycleInput {
  /** Why the last operation failed, as a message for the user. */
  reason: string | null;
}

/** A project's state in the control plane's database. */
export interface ProjectState {
  status: ProjectStatus;
  reason: string | null;
}

/** Commands of users. */
export type ProjectCommand =
  | { type: 'pause.requested' }
  | { type: 'restore.requested' }
  | { type: 'restart.requested' }
  | { type: 'resize.requested' }
  | { type: 'upgrade.requested' }
  | { type: 'removal.requested' };

/** The result of an operation, to be stored. */
export interface StatusRecord {
  ref: string;
  status: ProjectStatus;
  reason: string | null;
}

/** The result of a health check; a check that could not run fails instead. */
export interface Health {
  healthy: boolean;
  reason: string | null;
}

/** Marks a failure after which the database does not run. */
export interface WorkFailure {
  databaseDown?: boolean;
}

interface ByRef {
  ref: string;
}

const lifecycle = setup({
  types: {
    input: {} as LifecycleInput,
    context: {} as LifecycleContext,
    events: {} as ProjectCommand | { type: 'check.requested' } | ({ type: 'project.found' } & ProjectState),
    /** `settled`: no operation is running, and the status stays until the next command. */
    tags: {} as 'settled',
    transitionMeta: {} as { waiver?: string },
  },
  actors: {
    createDatabase: unprovided<void, ByRef>('createDatabase'),
    openDatabase: unprovided<void, ByRef>('openDatabase'),
    prepareDatabase: unprovided<void, ByRef>('prepareDatabase'),
    stopDatabase: unprovided<void, ByRef>('stopDatabase'),
    startDatabase: unprovided<void, ByRef>('startDatabase'),
    restartDatabase: unprovided<void, ByRef>('restartDatabase'),
    upgradeDatabase: unprovided<void, ByRef>('upgradeDatabase'),
    removeDatabase: unprovided<void, ByRef>('removeDatabase'),
    checkDatabase: unprovided<Health, ByRef>('checkDatabase'),
    recordStatus: unprovided<void, StatusRecord>('recordStatus'),
  },
  guards: {
    isAt: ({ event }, { status }: Pick<ProjectState, 'status'>) =>
      event.type === 'project.found' && event.status === status,
    isHealthy: (_, { healthy }: Pick<Health, 'healthy'>) => healthy,
    isDatabaseDown: (_, { error }: { error: unknown }) => (error as WorkFailure | null)?.databaseDown === true,
  },
  actions: {
    clearReason: assign({ reason: null }),
    keepReason: assign((_, { error }: { error: unknown }) => ({
      reason: error instanceof Error ? error.message : String(error),
    })),
    keepFinding: assign((_, { reason }: { reason: string | null }) => ({ reason })),
  },
  delays: { recordAgain: 1_000 },
});

const byRef = ({ context }: { context: LifecycleContext }): ByRef => ({ ref: context.ref });

const interrupted = 'A server that stopped left the work unfinished; it is done again from its beginning.';
const undisturbed = 'Nothing was under way.';

const isAt = (status: ProjectStatus) => ({ type: 'isAt', params: { status } }) as const;

const found = { type: 'keepFinding', params: ({ event }: { event: ProjectState }) => event } as const;

/** Why work failed. */
const keepReason = { type: 'keepReason', params: ({ event }: { event: { error: unknown } }) => event } as const;

const ofCheck = ({ event }: { event: { output: Health } }): Health => event.output;
/** What a check found. */
const isHealthy = { type: 'isHealthy', params: ofCheck } as const;
const keepFinding = { type: 'keepFinding', params: ofCheck } as const;

const setupFailed = { target: '#lifecycle.initFailed', actions: keepReason } as const;

/** Every status that ends an operation is stored first: until then, only this server may change the project. */
const recording = (status: ProjectStatus) => ({
  recording: lifecycle.createStateConfig({
    invoke: {
      id: 'record',
      src: 'recordStatus',
      input: ({ context }) => ({ ref: context.ref, status, reason: context.reason }),
      onDone: { target: 'idle' },
      onError: { target: 'unrecorded' },
    },
  }),
  unrecorded: lifecycle.createStateConfig({
    description: 'The control plane is unreachable. The work itself is done.',
    after: { recordAgain: { target: 'recording' } },
  }),
});

const idle = lifecycle.createStateConfig({ tags: 'settled' });

export const lifecycleMachine = lifecycle.createMachine({
  id: 'lifecycle',
  description:
    'The life of a project, from the creation of its database to its deletion. Each state is a status of the platform API.',
  options: bounded,
  context: ({ input: { ref } }) => ({ ref, reason: null }),
  initial: 'unread',
  states: {
    unread: {
      description:
        'The status lives in the control plane, which several servers share; the chart continues from there.',
      on: {
        'project.found': [
          { guard: isAt('COMING_UP'), target: 'comingUp', description: interrupted },
          { guard: isAt('PAUSING'), target: 'pausing', description: interrupted },
          { guard: isAt('RESTORING'), target: 'restoring', description: interrupted },
          { guard: isAt('RESTARTING'), target: 'restarting', description: interrupted },
          { guard: isAt('RESIZING'), target: 'resizing', description: interrupted },
          { guard: isAt('UPGRADING'), target: 'upgrading', description: interrupted },
          { guard: isAt('GOING_DOWN'), target: 'goingDown', description: interrupted },
          { guard: isAt('ACTIVE_HEALTHY'), target: 'activeHealthy.idle', actions: found, description: undisturbed },
          { guard: isAt('ACTIVE_UNHEALTHY'), target: 'activeUnhealthy.idle', actions: found, description: undisturbed },
          { guard: isAt('UNKNOWN'), target: 'unknown.idle', actions: found, description: undisturbed },
          { guard: isAt('INACTIVE'), target: 'inactive.idle', actions: found, description: undisturbed },
          { guard: isAt('INIT_FAILED'), target: 'initFailed.idle', actions: found, description: undisturbed },
          { guard: isAt('PAUSE_FAILED'), target: 'pauseFailed.idle', actions: found, description: undisturbed },
          { guard: isAt('RESTORE_FAILED'), target: 'restoreFailed.idle', actions: found, description: undisturbed },
          { guard: isAt('REMOVED'), target: 'removed.idle', actions: found, description: undisturbed },
        ],
      },
    },
    comingUp: {
      initial: 'creating',
      states: {
        creating: {
          description: 'The empty database.',
          invoke: {
            id: 'creation',
            src: 'createDatabase',
            input: byRef,
            onDone: { target: 'starting' },
            onError: setupFailed,
          },
        },
        starting: {
          description: 'Its Postgres.',
          invoke: {
            id: 'opening',
            src: 'openDatabase',
            input: byRef,
            onDone: { target: 'preparing' },
            onError: setupFailed,
          },
        },
        preparing: {
          description: 'Its roles and schemas.',
          invoke: {
            id: 'preparation',
            src: 'prepareDatabase',
            input: byRef,
            onDone: { target: '#lifecycle.activeHealthy', actions: 'clearReason' },
            onError: setupFailed,
          },
        },
      },
    },
    initFailed: {
      initial: 'recording',
      states: {
        ...recording('INIT_FAILED'),
        idle: {
          tags: 'settled',
          on: {
            'restart.requested': {
              target: '#lifecycle.comingUp',
              description: 'The setup is retried; existing parts are reused.',
            },
            'removal.requested': { target: '#lifecycle.goingDown' },
          },
        },
      },
    },
    activeHealthy: {
      initial: 'recording',
      states: {
        ...recording('ACTIVE_HEALTHY'),
        idle: {
          tags: 'settled',
          on: {
            'pause.requested': { target: '#lifecycle.pausing' },
            'restart.requested': { target: '#lifecycle.restarting' },
            'resize.requested': { target: '#lifecycle.resizing' },
            'upgrade.requested': { target: '#lifecycle.upgrading' },
            'removal.requested': { target: '#lifecycle.goingDown' },
            'check.requested': { target: 'checking' },
          },
        },
        checking: {
          invoke: {
            id: 'look',
            src: 'checkDatabase',
            input: byRef,
            onDone: [
              { guard: isHealthy, target: 'idle' },
              { target: '#lifecycle.activeUnhealthy', actions: keepFinding },
            ],
            onError: {
              target: '#lifecycle.unknown',
              actions: keepReason,
              description:
                'The check could not run, for example because the database server does not respond: the health is unknown.',
            },
          },
        },
      },
    },
    activeUnhealthy: {
      initial: 'recording',
      states: {
        ...recording('ACTIVE_UNHEALTHY'),
        idle: {
          tags: 'settled',
          on: {
            'pause.requested': { target: '#lifecycle.pausing' },
            'restart.requested': { target: '#lifecycle.restarting' },
            'resize.requested': {
              target: '#lifecycle.resizing',
              description: 'Too little memory may be the cause.',
            },
            'removal.requested': { target: '#lifecycle.goingDown' },
            'check.requested': { target: 'checking' },
          },
        },
        checking: {
          invoke: {
            id: 'look',
            src: 'checkDatabase',
            input: byRef,
            onDone: [
              {
                guard: isHealthy,
                target: '#lifecycle.activeHealthy',
                actions: 'clearReason',
                description: 'The cause was fixed from outside.',
              },
              { target: 'recording', actions: keepFinding },
            ],
            onError: { target: '#lifecycle.unknown', actions: keepReason },
          },
        },
      },
    },
    unknown: {
      initial: 'recording',
      states: {
        ...recording('UNKNOWN'),
        idle: {
          tags: 'settled',
          description: 'The reconciler soon checks it again.',
          on: {
            'restart.requested': { target: '#lifecycle.restarting' },
            'removal.requested': { target: '#lifecycle.goingDown' },
            'check.requested': { target: 'checking' },
          },
        },
        checking: {
          invoke: {
            id: 'look',
            src: 'checkDatabase',
            input: byRef,
            onDone: [
              {
                guard: isHealthy,
                target: '#lifecycle.activeHealthy',
                actions: 'clearReason',
                description: 'The database responds again.',
              },
              { target: '#lifecycle.activeUnhealthy', actions: keepFinding },
            ],
            onError: { target: 'idle', description: 'It stays unknown, for the stored reason.' },
          },
        },
      },
    },
    pausing: {
      invoke: {
        id: 'stop',
        src: 'stopDatabase',
        input: byRef,
        onDone: { target: 'inactive', actions: 'clearReason' },
        onError: { target: 'pauseFailed', actions: keepReason },
      },
    },
    inactive: {
      initial: 'recording',
      states: {
        ...recording('INACTIVE'),
        idle: {
          tags: 'settled',
          on: {
            'restore.requested': { target: '#lifecycle.restoring' },
            'removal.requested': { target: '#lifecycle.goingDown' },
          },
        },
      },
    },
    pauseFailed: {
      initial: 'recording',
      states: {
        ...recording('PAUSE_FAILED'),
        idle: {
          tags: 'settled',
          on: {
            'pause.requested': { target: '#lifecycle.pausing' },
            'restart.requested': { target: '#lifecycle.restarting' },
            'removal.requested': { target: '#lifecycle.goingDown' },
          },
        },
      },
    },
    restoring: {
      invoke: {
        id: 'start',
        src: 'startDatabase',
        input: byRef,
        onDone: { target: 'activeHealthy', actions: 'clearReason' },
        onError: { target: 'restoreFailed', actions: keepReason },
      },
    },
    restoreFailed: {
      initial: 'recording',
      states: {
        ...recording('RESTORE_FAILED'),
        idle: {
          tags: 'settled',
          on: {
            'restore.requested': { target: '#lifecycle.restoring' },
            'removal.requested': { target: '#lifecycle.goingDown' },
          },
        },
      },
    },
    restarting: {
      invoke: {
        id: 'restart',
        src: 'restartDatabase',
        input: byRef,
        onDone: { target: 'activeHealthy', actions: 'clearReason' },
        onError: { target: 'activeUnhealthy', actions: keepReason },
      },
    },
    resizing: {
      description: 'The new size is stored already; the database uses it from its next start.',
      invoke: {
        id: 'restart',
        src: 'restartDatabase',
        input: byRef,
        onDone: { target: 'activeHealthy', actions: 'clearReason' },
        onError: { target: 'activeUnhealthy', actions: keepReason },
      },
    },
    upgrading: {
      invoke: {
        id: 'upgrade',
        src: 'upgradeDatabase',
        input: byRef,
        onDone: { target: 'activeHealthy', actions: 'clearReason' },
        onError: [
          {
            guard: { type: 'isDatabaseDown', params: ({ event }) => event },
            target: 'activeUnhealthy',
            actions: keepReason,
            description: 'The database did not restart.',
          },
          {
            target: 'activeHealthy',
            actions: keepReason,
            description: 'An upgrade is one transaction: the database continues unchanged, and the reason says why.',
          },
        ],
      },
    },
    goingDown: {
      invoke: {
        id: 'removal',
        src: 'removeDatabase',
        input: byRef,
        onDone: { target: 'removed', actions: 'clearReason' },
        onError: {
          target: 'activeUnhealthy',
          actions: keepReason,
          description: 'The rest can be deleted once the cause is fixed.',
        },
      },
    },
    removed: {
      initial: 'recording',
      states: { ...recording('REMOVED'), idle },
    },
  },
});
