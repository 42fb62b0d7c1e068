import { sendTo } from 'xstate';
import type { RouteChanged } from '../../../router/route.ts';
import { flowSetup } from '../../parts/flowSetup.ts';
import type { AppCommand } from '../../parts/port.ts';
import type { SessionFact } from '../../parts/sessionFacts.ts';
import { clockMachine } from '../clock/clock.machine.ts';
import type { ConsentChanged } from '../consent/consent.machine.ts';
import { flagsMachine } from '../flags/flags.machine.ts';
import { previewsMachine } from '../previews/previews.machine.ts';
import { privacyMachine } from '../privacy/privacy.machine.ts';
import { smtpNoticeMachine } from '../smtpNotice/smtpNotice.machine.ts';
import { telemetryMachine } from '../telemetry/telemetry.machine.ts';
import type { AmbientServicesInput } from './ambientServices.input.ts';

/** Each service works without the others. */
const missed = { description: 'The other services continue.' };

export const ambientServicesMachine = flowSetup({
  types: {
    input: {} as AmbientServicesInput,
    context: {} as AmbientServicesInput,
    events: {} as
      | SessionFact
      | ConsentChanged
      | RouteChanged
      | Extract<AppCommand, { type: 'event.recorded' }>
      | { type: 'privacy.opened' }
      | { type: 'previews.opened' },
    children: {} as {
      flags: 'flags';
      clock: 'clock';
      smtpNotice: 'smtpNotice';
      telemetry: 'telemetry';
      privacy: 'privacy';
      previews: 'previews';
    },
  },
  actors: {
    flags: flagsMachine,
    clock: clockMachine,
    smtpNotice: smtpNoticeMachine,
    telemetry: telemetryMachine,
    privacy: privacyMachine,
    previews: previewsMachine,
  },
}).createMachine({
  id: 'ambientServices',
  description: 'The services behind every screen, and which of them receives which event.',
  context: ({ input }) => input,
  invoke: [
    {
      id: 'flags',
      src: 'flags',
      input: ({ context: { userId, resources } }) => ({ userId, resources }),
      onError: missed,
    },
    { id: 'clock', src: 'clock', onError: missed },
    { id: 'smtpNotice', src: 'smtpNotice', onError: missed },
    {
      id: 'telemetry',
      src: 'telemetry',
      input: ({ context: { consent, agreedHere, userId, location, route, resources } }) => ({
        consent,
        agreedHere,
        userId,
        location,
        route,
        resources,
      }),
      onError: missed,
    },
    {
      id: 'privacy',
      src: 'privacy',
      input: ({ context: { port, wanted } }) => ({ port, opened: wanted === 'privacy' }),
      onError: missed,
    },
    {
      id: 'previews',
      src: 'previews',
      input: ({ context: { port, wanted } }) => ({ port, opened: wanted === 'previews' }),
      onError: missed,
    },
  ],
  on: {
    'session.began': { actions: [sendTo('flags', ({ event }) => event), sendTo('telemetry', ({ event }) => event)] },
    'session.ended': { actions: [sendTo('flags', ({ event }) => event), sendTo('telemetry', ({ event }) => event)] },
    'consent.changed': { actions: sendTo('telemetry', ({ event }) => event) },
    'route.changed': { actions: sendTo('telemetry', ({ event }) => event) },
    'event.recorded': { actions: sendTo('telemetry', ({ event }) => event) },
    'privacy.opened': { actions: sendTo('privacy', { type: 'privacy.opened' }) },
    'previews.opened': { actions: sendTo('previews', { type: 'previews.opened' }) },
  },
});
