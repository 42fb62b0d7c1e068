import { assign, sendTo } from 'xstate';
import * as timing from '../../../contract/common/timing.ts';
import { flowSetup } from '../../parts/flowSetup.ts';
import type { Port } from '../../parts/port.ts';
import { unprovided, unprovidedSource } from '../../parts/unprovided.ts';

/** The stored choice, from an earlier visit or another tab; null where there is none. */
export interface ChoiceFound {
  type: 'choice.loaded';
  choice: boolean | null;
}

/** Sent to storage, which notifies the other tabs. */
export interface ChoiceMade {
  type: 'choice.made';
  choice: boolean;
}

/** A fact for the actor that sends telemetry. */
export interface ConsentChanged {
  type: 'consent.changed';
  consent: boolean;
  /** The user consented in this tab just now, which counts as a page view. */
  here: boolean;
}

interface ConsentInput {
  /** Only a hosted dashboard sends telemetry, so no other one asks. */
  platformMode: boolean;
  port: Port<ConsentChanged>;
}

export const consentMachine = flowSetup({
  types: {
    input: {} as ConsentInput,
    context: {} as ConsentInput & { choice: boolean | null },
    events: {} as
      | ChoiceFound
      /** The user chose in the privacy settings. */
      | ChoiceMade
      /** The user answered the question. */
      | { type: 'question.answered'; choice: boolean },
  },
  actors: {
    /**
     * Reports the stored choice, and stores what `choice.made` says; a refusal also deletes everything that telemetry
     * has stored.
     */
    storage: unprovidedSource<ChoiceFound | ChoiceMade>('storage'),
    /** Waits until the page that the visitor came for is there, or the reason why it is not. */
    awaitPage: unprovided<void>('awaitPage'),
  },
  delays: { toastDelay: timing.consentToastDelayMs },
  guards: {
    isSelfHosted: ({ context }) => !context.platformMode,
    isUnset: (_, { choice }: { choice: boolean | null }) => choice === null,
  },
  actions: {
    keepChoice: assign((_, { choice }: { choice: boolean | null }) => ({ choice })),
    store: sendTo('storage', (_, { choice }: { choice: boolean }) => ({ type: 'choice.made' as const, choice })),
    report: sendTo(
      ({ context }) => context.port,
      ({ context }, { here }: { here: boolean }) => ({
        type: 'consent.changed' as const,
        consent: context.choice === true,
        here,
      }),
    ),
  },
}).createMachine({
  id: 'consent',
  description: 'Whether the user allows telemetry to leave this browser.',
  context: ({ input }) => ({ ...input, choice: null }),
  initial: 'watching',
  states: {
    watching: {
      invoke: { id: 'storage', src: 'storage', onError: { target: 'unavailable' } },
      on: {
        'choice.loaded': [
          {
            guard: 'isSelfHosted',
            description: 'A self-hosted dashboard sends no telemetry, so it does not ask.',
            meta: { waiver: 'The input decides it at the first event; scenarios start in this state.' },
          },
          {
            guard: { type: 'isUnset', params: ({ event }) => event },
            target: '.unset',
            actions: [
              { type: 'keepChoice', params: ({ event }) => event },
              { type: 'report', params: { here: false } },
            ],
          },
          {
            target: '.settled',
            actions: [
              { type: 'keepChoice', params: ({ event }) => event },
              { type: 'report', params: { here: false } },
            ],
          },
        ],
        'choice.made': {
          target: '.settled',
          actions: [
            { type: 'keepChoice', params: ({ event }) => event },
            { type: 'store', params: ({ event }) => event },
            { type: 'report', params: { here: true } },
          ],
        },
      },
      initial: 'unread',
      states: {
        unread: {},
        unset: {
          initial: 'pageLoading',
          states: {
            pageLoading: {
              invoke: {
                id: 'page',
                src: 'awaitPage',
                onDone: { target: 'quiet' },
                onError: { meta: { waiver: 'It waits for as long as the app runs.' } },
              },
            },
            quiet: { after: { toastDelay: { target: 'asking' } } },
            asking: {
              description: 'The question stays until the user answers it.',
              on: {
                'question.answered': {
                  target: '#consent.watching.settled',
                  actions: [
                    { type: 'keepChoice', params: ({ event }) => event },
                    { type: 'store', params: ({ event }) => event },
                    { type: 'report', params: { here: true } },
                  ],
                },
              },
            },
          },
        },
        settled: {},
      },
    },
    unavailable: {
      description: 'Storage cannot be read: without a stored consent there is none, and the user is not asked.',
    },
  },
});
