import { assign, raise, sendTo } from 'xstate';
import type {
  ProjectUser,
  ProjectUserPage,
  UserColumn,
  UserOrder,
  UserSearch,
} from '../../../contract/auth/projectUser.ts';
import {
  projectUserPageMax,
  projectUserPageSize,
  userFilterMaxLength,
  userSearchDebounceMs,
} from '../../../contract/auth/projectUser.ts';
import {
  confirmActions,
  confirmBefore,
  onConfirmFailure,
  type ConfirmContext,
  type ConfirmEvent,
  type ConfirmTag,
} from '../../parts/confirm.ts';
import { cannotFail, clearFailure, keepFailure, type FailureContext } from '../../parts/failure.ts';
import { flowSetup } from '../../parts/flowSetup.ts';
import { pagedListStates } from '../../parts/pagedList.ts';
import type { ScreenInput } from '../../parts/screen.input.ts';
import { successToast } from '../../parts/toasts.ts';
import { unprovided, unprovidedSource } from '../../parts/unprovided.ts';
import { watchUsable, type ProjectOpened } from '../../parts/watchUsable.ts';
import { newUserMachine, type UserCreated } from '../newUser/newUser.machine.ts';
import { userInvitationMachine, type UserInvited } from '../userInvitation/userInvitation.machine.ts';

/** `filter` is the typed part of an address, a phone number, a name, an id, or a provider. */
interface ProjectUsersContext
  extends ConfirmContext, FailureContext, UserSearch, Pick<ScreenInput, 'port' | 'resources'> {
  ref: string;
  /** What the list shows of each user. */
  columns: readonly UserColumn[];
  users: readonly ProjectUser[];
  total: number;
  /** Where the next page begins; null where all are listed. */
  next: string | null;
  /** The user whom the open confirmation is about. */
  chosen: ProjectUser | null;
}

/** The columns that were stored; null for none. */
export interface ColumnsFound {
  type: 'columns.found';
  columns: readonly UserColumn[] | null;
}
export interface ColumnsChosen {
  type: 'columns.chosen';
  columns: readonly UserColumn[];
}

/** What this tab searched for when it last showed the list; null for nothing. */
export interface SearchFound {
  type: 'search.found';
  search: UserSearch | null;
}
/** The search, each time it changes or has another page. */
export interface SearchChanged {
  type: 'search.changed';
  search: UserSearch;
}

/** What fits beside each other and is asked for most. */
const usualColumns: readonly UserColumn[] = ['providers', 'created', 'lastSignIn'];

type ProjectUsersEvent =
  | ColumnsFound
  | ColumnsChosen
  | SearchFound
  | ConfirmEvent
  | UserCreated
  | UserInvited
  | ProjectOpened
  | { type: 'filter.changed'; filter: string }
  | { type: 'order.chosen'; order: UserOrder }
  | { type: 'more.requested' }
  | { type: 'list.retried' }
  | { type: 'creation.requested' }
  | { type: 'creation.cancelled' }
  | { type: 'invitation.requested' }
  | { type: 'invitation.cancelled' }
  | { type: 'ban.requested'; user: ProjectUser }
  | { type: 'deletion.requested'; user: ProjectUser }
  /** A user was created, changed or deleted here; the chart tells itself. */
  | { type: 'list.changed' };

interface ById {
  ref: string;
  id: string;
}

/** Which page of which list. */
export interface UserListPage {
  ref: string;
  filter: string;
  order: UserOrder;
  limit: number;
  after: string | null;
}

/** A list that was read further is read as far again. */
const pageOf = ({ ref, filter, order, listed, next }: ProjectUsersContext, page: 'first' | 'next'): UserListPage => ({
  ref,
  filter: filter.trim(),
  order,
  limit: page === 'first' ? Math.min(Math.max(listed, projectUserPageSize), projectUserPageMax) : projectUserPageSize,
  after: page === 'first' ? null : next,
});

const chosenIn = ({ context: { ref, chosen } }: { context: ProjectUsersContext }): ById => ({
  ref,
  id: chosen?.id ?? '',
});

const keepUser = { type: 'keepChosen', params: ({ event }: { event: { user: ProjectUser } }) => event } as const;

const pages = pagedListStates<ProjectUsersContext, ProjectUserPage, UserListPage, 'readUsers'>({
  id: 'users',
  src: 'readUsers',
  query: pageOf,
});

export const projectUsersMachine = flowSetup({
  types: {
    input: {} as ScreenInput<'users'>,
    context: {} as ProjectUsersContext,
    events: {} as ProjectUsersEvent,
    children: {} as { view: 'keepView'; newUser: 'newUser'; invitation: 'userInvitation' },
    tags: {} as ConfirmTag,
  },
  actors: {
    watchUsable,
    newUser: newUserMachine,
    userInvitation: userInvitationMachine,
    readUsers: unprovided<ProjectUserPage, UserListPage>('readUsers'),
    keepView: unprovidedSource<ColumnsChosen | SearchChanged, { ref: string }>('keepView'),
    changeUser: unprovided<ProjectUser, ById & { banned: boolean }>('changeUser'),
    deleteUser: unprovided<void, ById>('deleteUser'),
  },
  delays: { debounce: userSearchDebounceMs },
  guards: { hasMore: ({ context }) => context.next !== null },
  actions: {
    keepFailure: keepFailure<ProjectUsersContext, ProjectUsersEvent>(),
    clearFailure: clearFailure<ProjectUsersContext, ProjectUsersEvent>(),
    ...confirmActions<ProjectUsersContext, ProjectUsersEvent>(),
    keepFilter: assign((_, { filter }: { filter: string }) => ({ filter, listed: 0 })),
    keepOrder: assign((_, { order }: { order: UserOrder }) => ({ order, listed: 0 })),
    takeSearch: assign((_, { search }: { search: UserSearch | null }) => search ?? {}),
    storeSearch: sendTo('view', ({ context: { filter, order, listed } }) => ({
      type: 'search.changed',
      search: { filter: filter.slice(0, userFilterMaxLength), order, listed },
    })),
    takeColumns: assign((_, { columns }: { columns: readonly UserColumn[] | null }) => ({
      columns: columns ?? usualColumns,
    })),
    storeColumns: sendTo('view', ({ context }) => ({ type: 'columns.chosen', columns: context.columns })),
    keepPage: assign((_, { page }: { page: ProjectUserPage }) => ({ ...page, listed: page.users.length })),
    appendPage: assign(({ context }, { page }: { page: ProjectUserPage }) => ({
      ...page,
      users: [...context.users, ...page.users],
      listed: context.users.length + page.users.length,
    })),
    keepChosen: assign((_, { user }: { user: ProjectUser }) => ({ chosen: user })),
    readAgain: raise({ type: 'list.changed' }),
    announceCreation: sendTo(({ context }) => context.port, successToast('User created')),
    announceInvitation: sendTo(({ context }) => context.port, successToast('Invitation sent')),
    announceChange: sendTo(
      ({ context }) => context.port,
      ({ context }) => successToast(context.chosen?.banned_until == null ? 'User banned' : 'Ban lifted'),
    ),
    announceDeletion: sendTo(({ context }) => context.port, successToast('User deleted')),
  },
}).createMachine({
  id: 'projectUsers',
  description: 'The users of a project: they are searched, created, invited, banned and deleted.',
  context: ({ input: { port, resources, params } }) => ({
    port,
    resources,
    ref: params.ref,
    filter: '',
    order: 'newest',
    listed: 0,
    columns: usualColumns,
    users: [],
    total: 0,
    next: null,
    failure: null,
    chosen: null,
    confirmFailure: null,
  }),
  invoke: [
    {
      id: 'view',
      src: 'keepView',
      input: ({ context: { ref } }) => ({ ref }),
      onError: { description: 'The search and the columns stay until the page is left.' },
    },
    {
      id: 'project',
      src: 'watchUsable',
      input: ({ context: { ref, resources } }) => ({ ref, resources }),
      onError: cannotFail.watching,
    },
  ],
  on: {
    'search.found': {
      actions: { type: 'takeSearch', params: ({ event }) => event },
      description: 'At the start, before the list is read.',
    },
    'columns.found': {
      actions: { type: 'takeColumns', params: ({ event }) => event },
      description: 'At the start, and when another tab chooses others.',
    },
    'columns.chosen': { actions: [{ type: 'takeColumns', params: ({ event }) => event }, 'storeColumns'] },
  },
  type: 'parallel',
  states: {
    list: {
      initial: 'awaitingProject',
      on: {
        'filter.changed': {
          target: '.debouncing',
          actions: [{ type: 'keepFilter', params: ({ event }) => event }, 'storeSearch'],
        },
        'order.chosen': {
          target: '.reading',
          actions: [{ type: 'keepOrder', params: ({ event }) => event }, 'storeSearch'],
        },
        'list.changed': {
          target: '.reading',
          description: 'All that is listed is read again, because the user may belong to another place or to none.',
        },
      },
      states: {
        ...pages,
        ready: { ...pages.ready, entry: 'storeSearch' },
        failed: {
          on: {
            'list.retried': { target: 'reading' },
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
            'creation.requested': { target: 'creating' },
            'invitation.requested': { target: 'inviting' },
            'ban.requested': { target: 'confirmingBan', actions: keepUser },
            'deletion.requested': { target: 'confirmingDeletion', actions: keepUser },
          },
        },
        creating: {
          invoke: {
            id: 'newUser',
            src: 'newUser',
            input: ({ context, self }) => ({ ref: context.ref, parent: self }),
            onError: cannotFail.chart,
          },
          on: {
            'user.created': { target: 'idle', actions: ['announceCreation', 'readAgain'] },
            'creation.cancelled': { target: 'idle' },
          },
        },
        inviting: {
          invoke: {
            id: 'invitation',
            src: 'userInvitation',
            input: ({ context, self }) => ({ ref: context.ref, parent: self }),
            onError: cannotFail.chart,
          },
          on: {
            'user.invited': { target: 'idle', actions: ['announceInvitation', 'readAgain'] },
            'invitation.cancelled': { target: 'idle' },
          },
        },
        confirmingBan: confirmBefore('banning', 'idle'),
        banning: {
          tags: 'confirmed',
          description: 'A user who is banned already is freed.',
          invoke: {
            id: 'ban',
            src: 'changeUser',
            input: ({ context }) => ({ ...chosenIn({ context }), banned: context.chosen?.banned_until == null }),
            onDone: { target: 'idle', actions: ['announceChange', 'readAgain'] },
            onError: onConfirmFailure('confirmingBan'),
          },
        },
        confirmingDeletion: confirmBefore('deleting', 'idle'),
        deleting: {
          tags: 'confirmed',
          invoke: {
            id: 'deletion',
            src: 'deleteUser',
            input: chosenIn,
            onDone: { target: 'idle', actions: ['announceDeletion', 'readAgain'] },
            onError: onConfirmFailure('confirmingDeletion'),
          },
        },
      },
    },
  },
});
