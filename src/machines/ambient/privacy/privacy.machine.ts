import { assign, sendTo } from 'xstate';
import { flowSetup } from '../../parts/flowSetup.ts';
import type { AppPort } from '../../parts/port.ts';
import { unprovided } from '../../parts/unprovided.ts';

interface PrivacyInput {
  port: AppPort;
  /** The user requested the dialog before the machine was loaded. */
  opened: boolean;
}

export const privacyMachine = flowSetup({
  types: {
    input: {} as PrivacyInput,
    context: {} as PrivacyInput & { telemetry: boolean },
    events: {} as
      | { type: 'privacy.opened' }
      | { type: 'telemetry.toggled' }
      | { type: 'privacy.cancelled' }
      | { type: 'privacy.confirmed' },
  },
  actors: { readConsent: unprovided<boolean>('readConsent') },
  guards: { isOpened: ({ context }) => context.opened },
  actions: {
    consumeRequest: assign({ opened: false }),
    keepConsent: assign((_, { consent }: { consent: boolean }) => ({ telemetry: consent })),
    toggle: assign({ telemetry: ({ context }) => !context.telemetry }),
    reportChoice: sendTo(
      ({ context }) => context.port,
      ({ context }) => ({ type: 'choice.made', choice: context.telemetry }),
    ),
  },
}).createMachine({
  id: 'privacy',
  description: 'The user’s choice about telemetry, in the privacy settings.',
  context: ({ input }) => ({ ...input, telemetry: false }),
  initial: 'closed',
  states: {
    closed: {
      always: {
        guard: 'isOpened',
        target: 'opening',
        actions: 'consumeRequest',
        description: 'The user waits for the dialog.',
        meta: { waiver: 'The input decides it before the first event; scenarios start in this state.' },
      },
      on: { 'privacy.opened': { target: 'opening' } },
    },
    opening: {
      invoke: {
        id: 'consent',
        src: 'readConsent',
        onDone: {
          target: 'open',
          actions: { type: 'keepConsent', params: ({ event }) => ({ consent: event.output }) },
          description: 'Shows the stored choice, because another tab may have changed it.',
        },
        onError: {
          target: 'open',
          actions: { type: 'keepConsent', params: { consent: false } },
          description: 'A choice that cannot be read is no consent.',
        },
      },
    },
    open: {
      on: {
        'telemetry.toggled': { actions: 'toggle' },
        'privacy.cancelled': { target: 'closed', description: 'The stored choice stays.' },
        'privacy.confirmed': { target: 'closed', actions: 'reportChoice' },
      },
    },
  },
});
