import { assign } from 'xstate';
import { flowSetup } from '../../../src/machines/parts/flowSetup.ts';
import { unprovided } from '../../../src/machines/parts/unprovided.ts';

export const renamingMachine = flowSetup({
  types: {
    input: {} as { name: string },
    context: {} as { name: string; draft: string; failure: string | null },
    events: {} as
      | { type: 'edit.begun' }
      | { type: 'draft.changed'; draft: string }
      | { type: 'edit.submitted' }
      | { type: 'edit.abandoned' },
    tags: {} as 'busy',
  },
  actors: { saveName: unprovided<string, { name: string }>('saveName') },
  delays: { acknowledgement: 2_000 },
  guards: {
    isBlank: ({ context }) => context.draft.trim() === '',
    isSame: ({ context }) => context.draft.trim() === context.name,
  },
  actions: {
    takeDraft: assign({ draft: ({ context }) => context.name, failure: null }),
    keepDraft: assign((_, { draft }: { draft: string }) => ({ draft })),
    keepName: assign((_, { name }: { name: string }) => ({ name, failure: null })),
    keepFailure: assign((_, { error }: { error: unknown }) => ({
      failure: error instanceof Error ? error.message : String(error),
    })),
  },
}).createMachine({
  id: 'renaming',
  description: 'A name that is changed in place.',
  context: ({ input }) => ({ name: input.name, draft: input.name, failure: null }),
  initial: 'shown',
  on: {
    'edit.abandoned': {
      target: '.shown',
      description: 'The user has cancelled: a pending response is ignored.',
    },
  },
  states: {
    shown: { on: { 'edit.begun': { target: 'editing', actions: 'takeDraft' } } },
    editing: {
      on: {
        'draft.changed': { actions: { type: 'keepDraft', params: ({ event }) => event } },
        'edit.submitted': [
          { guard: 'isBlank', description: 'A name is never empty.' },
          { guard: 'isSame', target: 'shown', description: 'Nothing has changed, so there is nothing to save.' },
          { target: 'saving' },
        ],
      },
    },
    saving: {
      tags: 'busy',
      invoke: {
        id: 'save',
        src: 'saveName',
        input: ({ context }) => ({ name: context.draft.trim() }),
        onDone: { target: 'saved', actions: { type: 'keepName', params: ({ event }) => ({ name: event.output }) } },
        onError: {
          target: 'editing',
          actions: { type: 'keepFailure', params: ({ event }) => ({ error: event.error }) },
          description: 'The typed name stays.',
        },
      },
    },
    saved: {
      after: { acknowledgement: { target: 'shown' } },
      on: { 'edit.begun': { target: 'editing', actions: 'takeDraft' } },
    },
  },
});
