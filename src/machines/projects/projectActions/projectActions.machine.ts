import { assign, setup } from 'xstate';
import { failureOf, type Failure } from '../../../contract/common/apiError.ts';
import type { ProjectStatus } from '../../../contract/projects/projectStatus.ts';
import { href } from '../../../router/href.ts';
import { bounded } from '../../parts/bounded.ts';
import type { AppPort } from '../../parts/port.ts';
import { unprovided } from '../../parts/unprovided.ts';

export interface ProjectActionsInput {
  ref: string;
  parent: AppPort;
}

interface ProjectActionsContext extends ProjectActionsInput {
  /** The project as it was called when it was asked about; has to be typed before it is deleted. */
  name: string;
  typed: string;
  /** What the project was before it was shown as being restored. */
  statusBefore: ProjectStatus;
  /** Why the last command was refused. */
  failure: Failure | null;
}

interface ByRef {
  ref: string;
}
interface StatusAnswer {
  status: ProjectStatus;
}

export const projectActionsMachine = setup({
  types: {
    input: {} as ProjectActionsInput,
    context: {} as ProjectActionsContext,
    events: {} as
      | { type: 'pause.requested'; name: string }
      | { type: 'restart.requested'; name: string }
      | { type: 'restore.requested'; status: ProjectStatus }
      | { type: 'deletion.requested'; name: string }
      | { type: 'name.typed'; text: string }
      | { type: 'action.confirmed' }
      | { type: 'action.cancelled' },
    tags: {} as 'busy',
    transitionMeta: {} as { waiver?: string },
  },
  actors: {
    pause: unprovided<StatusAnswer, ByRef>('pause'),
    restart: unprovided<StatusAnswer, ByRef>('restart'),
    restore: unprovided<StatusAnswer, ByRef>('restore'),
    deleteProject: unprovided<void, ByRef>('deleteProject'),
  },
  guards: {
    isNameTyped: ({ context }) => context.typed === context.name,
  },
  actions: {
    keepName: assign((_, { name }: { name: string }) => ({ name, typed: '' })),
    keepTyped: assign((_, { text }: { text: string }) => ({ typed: text })),
    keepStatusBefore: assign((_, { status }: StatusAnswer) => ({ statusBefore: status })),
    keepFailure: assign((_, { error }: { error: unknown }) => ({ failure: failureOf(error) })),
    clearFailure: assign({ failure: null }),
    showStatus: ({ context: { parent, ref } }, { status }: StatusAnswer) =>
      parent.send({ type: 'resource.patched', names: ['project', 'projects'], where: { ref }, patch: { status } }),
    revertStatus: ({ context: { parent, ref, statusBefore } }) =>
      parent.send({
        type: 'resource.patched',
        names: ['project', 'projects'],
        where: { ref },
        patch: { status: statusBefore },
      }),
    notifyOtherTabs: ({ context: { parent, ref } }) => {
      parent.send({ type: 'resource.changed', names: ['project'], params: { ref } });
      parent.send({ type: 'resource.changed', names: ['projects'] });
    },
    readAgain: ({ context: { parent, ref } }) => {
      parent.send({ type: 'resource.invalidated', names: ['project'], params: { ref } });
      parent.send({ type: 'resource.invalidated', names: ['projects'] });
    },
    leave: ({ context: { parent, name } }) => {
      parent.send({ type: 'navigation.requested', to: href('projects') });
      parent.send({ type: 'resource.invalidated', names: ['projects'] });
      parent.send({
        type: 'toast.requested',
        toast: { tone: 'success', title: `The project ${name} is being deleted.` },
      });
    },
  },
}).createMachine({
  id: 'projectActions',
  description: 'What can be done to a project as a whole. Whatever interrupts or destroys asks first.',
  options: bounded,
  context: ({ input }) => ({ ...input, name: '', typed: '', statusBefore: 'INACTIVE', failure: null }),
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
            'Restoring takes nothing away, so it does not ask, and it shows before the platform has answered.',
        },
      },
    },
    confirmingPause: {
      on: {
        'action.confirmed': { target: 'pausing', actions: 'clearFailure' },
        'action.cancelled': { target: 'idle', actions: 'clearFailure' },
      },
    },
    pausing: {
      tags: 'busy',
      invoke: {
        id: 'pausing',
        src: 'pause',
        input: ({ context }) => ({ ref: context.ref }),
        onDone: {
          target: 'idle',
          actions: [{ type: 'showStatus', params: ({ event }) => event.output }, 'notifyOtherTabs'],
        },
        onError: {
          target: 'confirmingPause',
          actions: { type: 'keepFailure', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    confirmingRestart: {
      on: {
        'action.confirmed': { target: 'restarting', actions: 'clearFailure' },
        'action.cancelled': { target: 'idle', actions: 'clearFailure' },
      },
    },
    restarting: {
      tags: 'busy',
      invoke: {
        id: 'restarting',
        src: 'restart',
        input: ({ context }) => ({ ref: context.ref }),
        onDone: {
          target: 'idle',
          actions: [{ type: 'showStatus', params: ({ event }) => event.output }, 'notifyOtherTabs'],
        },
        onError: {
          target: 'confirmingRestart',
          actions: { type: 'keepFailure', params: ({ event }) => ({ error: event.error }) },
        },
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
            { type: 'keepFailure', params: ({ event }) => ({ error: event.error }) },
            'revertStatus',
            'readAgain',
          ],
          description: 'What was shown too early is taken back, and put right by asking.',
        },
      },
    },
    confirmingDeletion: {
      on: {
        'name.typed': { actions: { type: 'keepTyped', params: ({ event }) => event } },
        'action.confirmed': {
          guard: 'isNameTyped',
          target: 'deleting',
          actions: 'clearFailure',
          description: 'It cannot be undone, so nobody does it by a slip of the hand.',
        },
        'action.cancelled': { target: 'idle', actions: 'clearFailure' },
      },
    },
    deleting: {
      tags: 'busy',
      invoke: {
        id: 'deleting',
        src: 'deleteProject',
        input: ({ context }) => ({ ref: context.ref }),
        onDone: {
          target: 'deleted',
          actions: [{ type: 'showStatus', params: { status: 'GOING_DOWN' } }, 'notifyOtherTabs', 'leave'],
        },
        onError: {
          target: 'confirmingDeletion',
          actions: { type: 'keepFailure', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    deleted: { description: 'On the way to the other projects.' },
  },
});
