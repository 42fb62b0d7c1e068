import { assign, raise, sendTo } from 'xstate';
import type { ProjectUserDetail } from '../../../contract/auth/projectUser.ts';
import { href } from '../../../router/href.ts';
import {
  confirmActions,
  confirmBefore,
  onConfirmFailure,
  type ConfirmContext,
  type ConfirmEvent,
  type ConfirmTag,
} from '../../parts/confirm.ts';
import { cannotFail, clearFailure, keepFailure, onFailure, type FailureContext } from '../../parts/failure.ts';
import { flowSetup } from '../../parts/flowSetup.ts';
import type { ScreenInput } from '../../parts/screen.input.ts';
import { successToast } from '../../parts/toasts.ts';
import { unprovided } from '../../parts/unprovided.ts';
import { watchUsable, type ProjectOpened } from '../../parts/watchUsable.ts';
import { userMetadataMachine, type MetadataSaved } from '../userMetadata/userMetadata.machine.ts';
import { userPasswordMachine, type PasswordSaved } from '../userPassword/userPassword.machine.ts';
import { outcomeOf, type UserAction } from './userAction.ts';

interface ById {
  ref: string;
  id: string;
}

interface ProjectUserContext extends ConfirmContext, FailureContext, ById, Pick<ScreenInput, 'port' | 'resources'> {
  /** Null before the user is read. */
  user: ProjectUserDetail | null;
  /** What the open confirmation is about. */
  asked: UserAction | null;
}

type ProjectUserEvent =
  | ConfirmEvent
  | MetadataSaved
  | PasswordSaved
  | ProjectOpened
  | { type: 'user.retried' }
  | { type: 'action.requested'; action: UserAction }
  | { type: 'metadata.opened' }
  | { type: 'password.opened' }
  | { type: 'form.cancelled' }
  /** The user was changed here; the chart tells itself. */
  | { type: 'user.changed' };

export const projectUserMachine = flowSetup({
  types: {
    input: {} as ScreenInput<'user'>,
    context: {} as ProjectUserContext,
    events: {} as ProjectUserEvent,
    children: {} as { metadata: 'userMetadata'; password: 'userPassword' },
    tags: {} as ConfirmTag,
  },
  actors: {
    watchUsable,
    userMetadata: userMetadataMachine,
    userPassword: userPasswordMachine,
    readUser: unprovided<ProjectUserDetail, ById>('readUser'),
    performAction: unprovided<void, ById & { action: UserAction | null }>('performAction'),
  },
  guards: {
    isDeletion: ({ context }) => context.asked?.kind === 'deletion',
    isRead: ({ context }) => context.user !== null,
  },
  actions: {
    keepFailure: keepFailure<ProjectUserContext, ProjectUserEvent>(),
    clearFailure: clearFailure<ProjectUserContext, ProjectUserEvent>(),
    ...confirmActions<ProjectUserContext, ProjectUserEvent>(),
    keepUser: assign((_, { user }: { user: ProjectUserDetail }) => ({ user })),
    keepAsked: assign((_, { action }: { action: UserAction }) => ({ asked: action })),
    readAgain: raise({ type: 'user.changed' }),
    announceOutcome: sendTo(
      ({ context }) => context.port,
      ({ context }) => successToast(context.asked === null ? 'User changed' : outcomeOf(context.asked)),
    ),
    announceMetadata: sendTo(({ context }) => context.port, successToast('Metadata saved')),
    announcePassword: sendTo(({ context }) => context.port, successToast('Password changed')),
    openList: sendTo(
      ({ context }) => context.port,
      ({ context: { ref } }) => ({ type: 'navigation.requested', to: href('users', { ref }), replace: true }) as const,
    ),
  },
}).createMachine({
  id: 'projectUser',
  description: 'One user of a project: read in full, changed, sent emails, signed out, banned and deleted.',
  context: ({ input: { port, resources, params } }) => ({
    port,
    resources,
    ref: params.ref,
    id: params.id,
    user: null,
    asked: null,
    failure: null,
    confirmFailure: null,
  }),
  invoke: {
    id: 'project',
    src: 'watchUsable',
    input: ({ context: { ref, resources } }) => ({ ref, resources }),
    onError: cannotFail.watching,
  },
  type: 'parallel',
  states: {
    user: {
      initial: 'awaitingProject',
      states: {
        awaitingProject: {
          description: 'The page says why the project cannot be used.',
          on: { 'project.opened': { target: 'reading' } },
        },
        reading: {
          entry: 'clearFailure',
          description: 'What was read before stays until the answer comes.',
          invoke: {
            id: 'read',
            src: 'readUser',
            input: ({ context: { ref, id } }) => ({ ref, id }),
            onDone: {
              target: 'ready',
              actions: { type: 'keepUser', params: ({ event }) => ({ user: event.output }) },
            },
            onError: onFailure('failed'),
          },
          on: { 'user.changed': { target: 'reading', reenter: true, description: 'The answer may be older.' } },
        },
        ready: { on: { 'user.changed': { target: 'reading' } } },
        failed: {
          on: {
            'user.retried': { target: 'reading' },
            'user.changed': { target: 'reading' },
            'project.opened': { target: 'reading', description: 'The project was unavailable meanwhile.' },
          },
        },
      },
    },
    work: {
      initial: 'idle',
      states: {
        idle: {
          on: {
            'action.requested': {
              guard: 'isRead',
              target: 'confirming',
              actions: { type: 'keepAsked', params: ({ event }) => event },
              description: 'Nothing can be asked about a user who is not shown.',
            },
            'metadata.opened': { guard: 'isRead', target: 'editingMetadata', description: 'There is a user to edit.' },
            'password.opened': { guard: 'isRead', target: 'settingPassword', description: 'There is a user to edit.' },
          },
        },
        confirming: confirmBefore('acting', 'idle'),
        acting: {
          tags: 'confirmed',
          invoke: {
            id: 'act',
            src: 'performAction',
            input: ({ context: { ref, id, asked } }) => ({ ref, id, action: asked }),
            onDone: [
              {
                guard: 'isDeletion',
                target: 'gone',
                actions: ['announceOutcome', 'openList'],
                description: 'There is no user to show.',
              },
              { target: 'idle', actions: ['announceOutcome', 'readAgain'] },
            ],
            onError: onConfirmFailure('confirming'),
          },
        },
        editingMetadata: {
          invoke: {
            id: 'metadata',
            src: 'userMetadata',
            input: ({ context: { ref, id, user }, self }) => ({
              ref,
              id,
              user_metadata: user?.user_metadata ?? {},
              app_metadata: user?.app_metadata ?? {},
              parent: self,
            }),
            onError: cannotFail.chart,
          },
          on: {
            'metadata.saved': { target: 'idle', actions: ['announceMetadata', 'readAgain'] },
            'form.cancelled': { target: 'idle' },
          },
        },
        settingPassword: {
          invoke: {
            id: 'password',
            src: 'userPassword',
            input: ({ context: { ref, id }, self }) => ({ ref, id, parent: self }),
            onError: cannotFail.chart,
          },
          on: {
            'password.saved': { target: 'idle', actions: ['announcePassword', 'readAgain'] },
            'form.cancelled': { target: 'idle' },
          },
        },
        gone: { description: 'The list of users opens.' },
      },
    },
  },
});
