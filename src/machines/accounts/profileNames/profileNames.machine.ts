import { assign, sendTo } from 'xstate';
import type { Profile } from '../../../contract/accounts/profile.ts';
import { profileNamesSchema, type ProfileNames } from '../../../contract/accounts/profileNames.ts';
import { draftActors, draftDelays, draftStates, loadDraft } from '../../parts/draft.ts';
import { onFailure } from '../../parts/failure.ts';
import { flowSetup } from '../../parts/flowSetup.ts';
import { formOf, keepChange, submitTo, type FormContext, type FormEvent } from '../../parts/form.ts';
import { resourceChanged, resourceOverwritten } from '../../parts/resourceCommands.ts';
import type { ScreenInput } from '../../parts/screen.input.ts';
import { successToast } from '../../parts/toasts.ts';
import { unprovided } from '../../parts/unprovided.ts';
import { followProfile, watchProfile, type ProfileEvent } from '../../parts/watchProfile.ts';

interface ProfileNamesContext extends FormContext<ProfileNames>, Pick<ScreenInput, 'port' | 'resources'> {
  /** What was typed before the page was loaded. */
  draft: ProfileNames | null;
  /** The names that the profile has. */
  stored: ProfileNames;
}

type ProfileNamesEvent = FormEvent<ProfileNames> | ProfileEvent | { type: 'edits.discarded' };

const namesOf = ({ first_name, last_name }: Profile): ProfileNames => ({
  first_name: first_name ?? '',
  last_name: last_name ?? '',
});

const form = formOf({ schema: profileNamesSchema, request: ({ values }: ProfileNamesContext) => values });

const noNames: ProfileNames = { first_name: '', last_name: '' };

export const profileNamesMachine = flowSetup({
  types: {
    input: {} as ScreenInput,
    context: {} as ProfileNamesContext,
    events: {} as ProfileNamesEvent,
    tags: {} as 'busy',
  },
  actors: {
    watchProfile,
    ...draftActors<ProfileNames>(),
    saveNames: unprovided<Profile, ProfileNames>('saveNames'),
  },
  delays: draftDelays,
  guards: { isComplete: form.isComplete },
  actions: {
    ...form.actions<ProfileNamesEvent>(),
    takeDraft: assign((_, { draft }: { draft: ProfileNames | null }) => ({ draft })),
    forgetDraft: assign({ draft: null }),
    showStored: assign(({ context }) => ({ draft: null, values: context.stored })),
    fillIn: assign(({ context }, { profile }: { profile: Profile }) => ({
      stored: namesOf(profile),
      values: context.draft ?? namesOf(profile),
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
    draft: null,
    stored: noNames,
    values: noNames,
    fieldErrors: {},
    failure: null,
  }),
  initial: 'loadingDraft',
  states: {
    loadingDraft: loadDraft<ProfileNames>().to('loading'),
    loading: {
      invoke: followProfile,
      description: 'The page shows why there is no profile; this flow waits for one.',
      on: {
        'profile.loaded': {
          target: 'editing',
          actions: { type: 'fillIn', params: ({ event }) => event },
        },
      },
    },
    editing: {
      initial: 'saved',
      on: {
        'field.changed': { target: '.unsaved', reenter: true, actions: keepChange },
        'form.submitted': submitTo('saving'),
        'edits.discarded': {
          target: 'forgettingDraft',
          actions: ['clearFailure', 'showStored'],
          description: 'The form shows the names of the profile.',
        },
      },
      states: draftStates(({ values }: ProfileNamesContext) => values),
    },
    saving: {
      tags: 'busy',
      invoke: {
        id: 'save',
        src: 'saveNames',
        input: ({ context }) => context.values,
        onDone: {
          target: 'forgettingDraft',
          actions: [
            'forgetDraft',
            { type: 'fillIn', params: ({ event }) => ({ profile: event.output }) },
            { type: 'showProfile', params: ({ event }) => ({ profile: event.output }) },
            'notifyOtherTabs',
            'announceChange',
          ],
        },
        onError: onFailure('editing.unsaved', 'The typed names stay.'),
      },
    },
    forgettingDraft: {
      tags: 'busy',
      invoke: {
        id: 'forgetting',
        src: 'deleteDraft',
        onDone: { target: 'editing' },
        onError: { target: 'editing', description: 'A reload shows the saved names as if they were just typed.' },
      },
    },
  },
});
