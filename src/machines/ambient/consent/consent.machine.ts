import { assign, sendTo } from 'xstate';
import { timing } from '../../../contract/common/timing.ts';
import { flowSetup } from '../../parts/flowSetup.ts';
import type { Port } from '../../parts/port.ts';
import { unprovidedSource } from '../../parts/unprovided.ts';

/** Read from storage: the choice of an earlier visit, or of another tab; null where there is none. */
export interface ChoiceFound {
  type: 'choice.loaded';
  choice: boolean | null;
}

/** What storage is told, and through it every other tab. */
export interface ChoiceMade {
  type: 'choice.made';
  choice: boolean;
}

/** A fact for whoever sends telemetry. */
export interface ConsentChanged {
  type: 'consent.changed';
  consent: boolean;
  /** Said in this tab and just now, which is a page view of its own. */
  here: boolean;
}

export interface ConsentInput {
  /** Telemetry leaves a hosted dashboard only, so nobody else is asked. */
  platformMode: boolean;
  port: Port<ConsentChanged>;
}

export const consentMachine = flowSetup({
  types: {
    input: {} as ConsentInput,
    context: {} as ConsentInput & { choice: boolean | null },
    events: {} as
      | ChoiceFound
      /** In the privacy settings. */
      | ChoiceMade
      /** To the question. */
      | { type: 'question.answered'; choice: boolean },
  },
  actors: {
    /** Reports what is stored, and stores what `choice.made` says; a refusal takes everything along that telemetry has stored. */
    storage: unprovidedSource<ChoiceFound | ChoiceMade>('storage'),
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
  description: 'Whether telemetry may leave this browser, as its user says.',
  context: ({ input }) => ({ ...input, choice: null }),
  initial: 'watching',
  states: {
    watching: {
      invoke: { id: 'storage', src: 'storage', onError: { target: 'unavailable' } },
      on: {
        'choice.loaded': [
          {
            guard: 'isSelfHosted',
            description: 'Nothing leaves a self-hosted dashboard, so nobody is asked.',
            meta: { waiver: 'What it is started with decides it at the first event; a scenario starts so.' },
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
          initial: 'quiet',
          states: {
            quiet: { after: { toastDelay: { target: 'asking' } } },
            asking: {
              description: 'The question stays until it is answered.',
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
    unavailable: { description: 'Storage cannot be read: there is no consent, and none is asked for.' },
  },
});
