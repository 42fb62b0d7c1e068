import { assign, sendTo } from 'xstate';
import {
  newProjectUserSchema,
  type NewProjectUser,
  type NewUserDraft,
  type ProjectUser,
} from '../../../contract/auth/projectUser.ts';
import {
  draftActors,
  draftDelays,
  draftStates,
  leaveForm,
  leavingStates,
  loadDraft,
  type FormLeft,
  forgetDraft,
} from '../../parts/draft.ts';
import { onFailure } from '../../parts/failure.ts';
import { flowSetup } from '../../parts/flowSetup.ts';
import { formOf, keepChange, submitTo, type FormContext, type FormEvent } from '../../parts/form.ts';
import type { Port } from '../../parts/port.ts';
import { unprovided } from '../../parts/unprovided.ts';

/** The user exists. */
export interface UserCreated {
  type: 'user.created';
}

interface NewUserInput {
  ref: string;
  /** The list that the user belongs to. */
  parent: Port<UserCreated | { type: 'creation.cancelled' }>;
}

interface NewUserContext extends FormContext<NewProjectUser>, NewUserInput {}

type NewUserEvent = FormLeft | FormEvent<NewProjectUser>;

const requestOf = ({ values }: NewUserContext): NewProjectUser => values;

const form = formOf({ schema: newProjectUserSchema, request: requestOf });

const draftOf = ({ values: { email, email_confirm } }: NewUserContext): NewUserDraft => ({ email, email_confirm });
const projectOf = ({ ref }: NewUserContext) => ({ ref });

export const newUserMachine = flowSetup({
  types: {
    input: {} as NewUserInput,
    context: {} as NewUserContext,
    events: {} as NewUserEvent,
    tags: {} as 'busy',
  },
  actors: {
    ...draftActors<NewUserDraft, { ref: string }>(),
    createUser: unprovided<ProjectUser, { ref: string; user: NewProjectUser }>('createUser'),
  },
  delays: draftDelays,
  guards: { isComplete: form.isComplete },
  actions: {
    ...form.actions<NewUserEvent>(),
    takeDraft: assign(({ context }, { draft }: { draft: NewUserDraft | null }) => ({
      values: { ...context.values, ...draft },
    })),
    reportLeaving: sendTo(({ context }) => context.parent, { type: 'creation.cancelled' }),
    reportCreation: sendTo(({ context }) => context.parent, { type: 'user.created' }),
  },
}).createMachine({
  id: 'newUser',
  description: 'Creates a user of a project with an email address and a password.',
  context: ({ input }) => ({
    ...input,
    values: { email: '', password: '', email_confirm: true },
    fieldErrors: {},
    failure: null,
  }),
  initial: 'loadingDraft',
  states: {
    loadingDraft: loadDraft<NewUserDraft>().by(projectOf).to('editing'),
    editing: {
      initial: 'saved',
      on: {
        'form.left': leaveForm,
        'field.changed': { target: '.unsaved', reenter: true, actions: keepChange },
        'form.submitted': submitTo('creating'),
      },
      states: draftStates(draftOf, projectOf),
    },
    creating: {
      tags: 'busy',
      invoke: {
        id: 'user',
        src: 'createUser',
        input: ({ context }) => ({
          ref: context.ref,
          user: { ...context.values, email: context.values.email.trim() },
        }),
        onDone: { target: 'forgetting' },
        onError: onFailure('editing.unsaved', 'The typed values stay.'),
      },
    },
    forgetting: forgetDraft('forgetting', projectOf).to('created', 'When the form opens next, it shows this address.'),
    created: { tags: 'busy', entry: 'reportCreation', description: 'The list closes the form.' },
    ...leavingStates(draftOf, projectOf),
  },
});
