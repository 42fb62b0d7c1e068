import { assign, enqueueActions, sendTo } from 'xstate';
import type { ProjectStatus } from '../../../contract/projects/projectStatus.ts';
import { href } from '../../../router/href.ts';
import {
  clearConfirmFailure,
  confirmBefore,
  keepConfirmFailure,
  onConfirmFailure,
  type ConfirmContext,
  type ConfirmEvent,
  type ConfirmTag,
} from '../../parts/confirm.ts';
import { clearFailure, keepFailure, keepThrown, type FailureContext } from '../../parts/failure.ts';
import { flowSetup } from '../../parts/flowSetup.ts';
import type { AppPort } from '../../parts/port.ts';
import { resourceChanged, resourceInvalidated } from '../../parts/resourceCommands.ts';
import { successToast } from '../../parts/toasts.ts';
import { unprovided } from '../../parts/unprovided.ts';

export interface ProjectActionsInput {
  ref: string;
  port: AppPort;
}

interface ProjectActionsContext extends ProjectActionsInput, FailureContext, ConfirmContext {
  /** The project's name when the question opened; the user types it to confirm the deletion. */
  name: string;
  typed: string;
  /** The project's status before the optimistic update. */
  statusBefore: ProjectStatus;
}

interface ByRef {
  ref: string;
}
interface StatusAnswer {
  status: ProjectStatus;
}

export const projectActionsMachine = flowSetup({
  types: {
    input: {} as ProjectActionsInput,
    context: {} as ProjectActionsContext,
    events: {} as
      | { type: 'pause.requested'; name: string }
      | { type: 'restart.requested'; name: string }
      | { type: 'restore.requested'; status: ProjectStatus }
      | { type: 'deletion.requested'; name: string }
      | { type: 'name.typed'; text: string }
      /** A reading of the project, which may be older than what the user has requested. */
      | { type: 'status.fetched'; status: ProjectStatus }
      | ConfirmEvent,
    tags: {} as 'busy' | ConfirmTag,
  },
  actors: {
    pause: unprovided<StatusAnswer, ByRef>('pause'),
    restart: unprovided<StatusAnswer, ByRef>('restart'),
    restore: unprovided<StatusAnswer, ByRef>('restore'),
    deleteProject: unprovided<void, ByRef>('deleteProject'),
  },
  guards: {
    isNameTyped: ({ context }) => context.typed === context.name,
    isBefore: ({ context }, { status }: StatusAnswer) => context.statusBefore === status,
  },
  actions: {
    keepName: assign((_, { name }: { name: string }) => ({ name, typed: '' })),
    keepTyped: assign((_, { text }: { text: string }) => ({ typed: text })),
    keepStatusBefore: assign((_, { status }: StatusAnswer) => ({ statusBefore: status })),
    keepFailure: keepFailure(),
    clearFailure: clearFailure(),
    keepConfirmFailure: keepConfirmFailure(),
    clearConfirmFailure: clearConfirmFailure(),
    showStatus: sendTo(
      ({ context }) => context.port,
      ({ context }, { status }: StatusAnswer) => ({
        type: 'resource.patched' as const,
        names: ['project', 'projects'] as const,
        where: { ref: context.ref },
        patch: { status },
      }),
    ),
    notifyOtherTabs: enqueueActions(({ context: { port, ref }, enqueue }) => {
      enqueue.sendTo(port, resourceChanged('project', { ref }, { onlyElsewhere: true }));
      enqueue.sendTo(port, resourceChanged('projects', {}, { onlyElsewhere: true }));
    }),
    readProject: sendTo(
      ({ context }) => context.port,
      ({ context }) => resourceInvalidated('project', { ref: context.ref }),
    ),
    readList: sendTo(({ context }) => context.port, resourceInvalidated('projects')),
    leave: sendTo(({ context }) => context.port, { type: 'navigation.requested', to: href('projects') }),
    reportDeletion: sendTo(
      ({ context }) => context.port,
      ({ context }) => successToast(`Deleting “${context.name}”…`),
    ),
  },
}).createMachine({
  id: 'projectActions',
  description: 'Operations on a whole project. An operation that interrupts or destroys asks for confirmation.',
  context: ({ input }) => ({
    ...input,
    name: '',
    typed: '',
    statusBefore: 'INACTIVE',
    failure: null,
    confirmFailure: null,
  }),
  initial: 'idle',
  states: {
    idle: {
      on: {
        'pause.requested': {
          target: 'confirmingPause',
          actions: ['clearFailure', { type: 'keepName', params: ({ event }) => event }],
        },
        'restart.requested': {
          target: 'confirmingRestart',
          actions: ['clearFailure', { type: 'keepName', params: ({ event }) => event }],
        },
        'deletion.requested': {
          target: 'confirmingDeletion',
          actions: ['clearFailure', { type: 'keepName', params: ({ event }) => event }],
        },
        'restore.requested': {
          target: 'restoring',
          actions: [
            'clearFailure',
            { type: 'keepStatusBefore', params: ({ event }) => event },
            { type: 'showStatus', params: { status: 'RESTORING' } },
          ],
          description:
            'Restoring destroys nothing, so it needs no confirmation, and its status is shown optimistically.',
        },
      },
    },
    confirmingPause: confirmBefore('pausing', 'idle'),
    pausing: {
      tags: ['busy', 'confirmed'],
      invoke: {
        id: 'pausing',
        src: 'pause',
        input: ({ context }) => ({ ref: context.ref }),
        onDone: {
          target: 'idle',
          actions: [{ type: 'showStatus', params: ({ event }) => event.output }, 'notifyOtherTabs'],
        },
        onError: onConfirmFailure('confirmingPause'),
      },
    },
    confirmingRestart: confirmBefore('restarting', 'idle'),
    restarting: {
      tags: ['busy', 'confirmed'],
      invoke: {
        id: 'restarting',
        src: 'restart',
        input: ({ context }) => ({ ref: context.ref }),
        onDone: {
          target: 'idle',
          actions: [{ type: 'showStatus', params: ({ event }) => event.output }, 'notifyOtherTabs'],
        },
        onError: onConfirmFailure('confirmingRestart'),
      },
    },
    restoring: {
      tags: 'busy',
      invoke: {
        id: 'restoring',
        src: 'restore',
        input: ({ context }) => ({ ref: context.ref }),
        onDone: {
          target: 'idle',
          actions: [{ type: 'showStatus', params: ({ event }) => event.output }, 'notifyOtherTabs'],
        },
        onError: {
          target: 'idle',
          actions: [
            keepThrown,
            { type: 'showStatus', params: ({ context }) => ({ status: context.statusBefore }) },
            'readProject',
            'readList',
          ],
          description: 'The optimistic update is rolled back and the project is read again.',
        },
      },
      on: {
        'status.fetched': {
          guard: { type: 'isBefore', params: ({ event }) => event },
          actions: { type: 'showStatus', params: { status: 'RESTORING' } },
          description: 'The platform has not begun it: the page does not go back to “Paused”.',
        },
      },
    },
    confirmingDeletion: {
      on: {
        'name.typed': { actions: { type: 'keepTyped', params: ({ event }) => event } },
        'action.confirmed': {
          guard: 'isNameTyped',
          target: 'deleting',
          actions: 'clearConfirmFailure',
          description: 'A deletion cannot be undone, so the user must type the project’s name.',
        },
        'action.cancelled': { target: 'idle', actions: 'clearConfirmFailure' },
      },
    },
    deleting: {
      tags: ['busy', 'confirmed'],
      invoke: {
        id: 'deleting',
        src: 'deleteProject',
        input: ({ context }) => ({ ref: context.ref }),
        onDone: {
          target: 'deleted',
          actions: [
            { type: 'showStatus', params: { status: 'GOING_DOWN' } },
            'notifyOtherTabs',
            'leave',
            'readList',
            'reportDeletion',
          ],
        },
        onError: onConfirmFailure('confirmingDeletion'),
      },
    },
    deleted: { description: 'Redirects to the list of projects.' },
  },
});
