import { assign, sendTo } from 'xstate';
import type { Profile } from '../../../contract/accounts/profile.ts';
import { profileNamesSchema, type ProfileNames } from '../../../contract/accounts/profileNames.ts';
import { onFailure } from '../../parts/failure.ts';
import { flowSetup } from '../../parts/flowSetup.ts';
import { formOf, keepChange, submitTo, type FormContext, type FormEvent } from '../../parts/form.ts';
import { resourceChanged, resourceOverwritten } from '../../parts/resourceCommands.ts';
import type { ScreenInput } from '../../parts/screen.input.ts';
import { successToast } from '../../parts/toasts.ts';
import { unprovided } from '../../parts/unprovided.ts';
import { followProfile, watchProfile, type ProfileEvent } from '../../parts/watchProfile.ts';

interface ProfileNamesContext extends FormContext<ProfileNames>, Pick<ScreenInput, 'port' | 'resources'> {}

type ProfileNamesEvent = FormEvent<ProfileNames> | ProfileEvent;

const form = formOf({ schema: profileNamesSchema, request: ({ values }: ProfileNamesContext) => values });

export const profileNamesMachine = flowSetup({
  types: {
    input: {} as ScreenInput,
    context: {} as ProfileNamesContext,
    events: {} as ProfileNamesEvent,
    tags: {} as 'busy',
  },
  actors: {
    watchProfile,
    saveNames: unprovided<Profile, ProfileNames>('saveNames'),
  },
  guards: { isComplete: form.isComplete },
  actions: {
    ...form.actions<ProfileNamesEvent>(),
    fillIn: assign((_, { profile }: { profile: Profile }) => ({
      values: { first_name: profile.first_name ?? '', last_name: profile.last_name ?? '' },
    })),
    showProfile: sendTo(
      ({ context }) => context.port,
      (_, { profile }: { profile: Profile }) => resourceOverwritten('profile', {}, profile),
    ),
    notifyOtherTabs: sendTo(({ context }) => context.port, resourceChanged('profile', {}, { onlyElsewhere: true })),
    announceChange: sendTo(({ context }) => context.port, successToast('Profile saved')),
  },
}).createMachine({
  id: 'profileNames',
  description: 'The names of the signed-in user.',
  context: ({ input: { port, resources } }) => ({
    port,
    resources,
    values: { first_name: '', last_name: '' },
    fieldErrors: {},
    failure: null,
  }),
  invoke: followProfile,
  initial: 'loading',
  states: {
    loading: {
      description: 'The page shows why there is no profile; this flow waits for one.',
      on: {
        'profile.loaded': {
          target: 'editing',
          actions: { type: 'fillIn', params: ({ event }) => event },
        },
      },
    },
    editing: {
      on: {
        'field.changed': { actions: keepChange },
        'form.submitted': submitTo('saving'),
      },
    },
    saving: {
      tags: 'busy',
      invoke: {
        id: 'save',
        src: 'saveNames',
        input: ({ context }) => context.values,
        onDone: {
          target: 'editing',
          actions: [
            { type: 'fillIn', params: ({ event }) => ({ profile: event.output }) },
            { type: 'showProfile', params: ({ event }) => ({ profile: event.output }) },
            'notifyOtherTabs',
            'announceChange',
          ],
        },
        onError: onFailure('editing', 'The typed names stay.'),
      },
    },
  },
});
