import { assign, sendTo } from 'xstate';
import { flowSetup } from '../../parts/flowSetup.ts';
import type { AppPort } from '../../parts/port.ts';
import { unprovided } from '../../parts/unprovided.ts';

export interface PrivacyInput {
  port: AppPort;
  /** It was asked for before it was there. */
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
  description: 'What the user lets leave the browser, chosen in one place.',
  context: ({ input }) => ({ ...input, telemetry: false }),
  initial: 'closed',
  states: {
    closed: {
      always: {
        guard: 'isOpened',
        target: 'opening',
        actions: 'consumeRequest',
        description: 'Somebody waits for it.',
        meta: { waiver: 'What it is started with decides it before the first event; a scenario starts so.' },
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
          description: 'As it is stored now: another tab may have changed it.',
        },
        onError: {
          target: 'open',
          actions: { type: 'keepConsent', params: { consent: false } },
          description: 'What cannot be read is no consent.',
        },
      },
    },
    open: {
      on: {
        'telemetry.toggled': { actions: 'toggle' },
        'privacy.cancelled': { target: 'closed', description: 'What is stored stays.' },
        'privacy.confirmed': { target: 'closed', actions: 'reportChoice' },
      },
    },
  },
});
