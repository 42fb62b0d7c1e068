import { assign, sendTo, type EventObject } from 'xstate';
import {
  captchaMissing,
  captchaNeeded,
  captchaTimeoutMs,
  type PlaceReport,
  type TokenAnswer,
  type TokenRequested,
  type WidgetReport,
  type WidgetReset,
} from '../../../contract/accounts/captchaWidget.ts';
import type { CaptchaConfig, RuntimeConfig } from '../../../contract/common/runtimeConfig.ts';
import type { PageChanged } from '../../../router/route.ts';
import { cannotFail } from '../../parts/failure.ts';
import { flowSetup } from '../../parts/flowSetup.ts';
import type { LayoutInput } from '../../parts/screen.input.ts';
import { unprovidedSource } from '../../parts/unprovided.ts';

interface CaptchaContext {
  config: RuntimeConfig;
  /** Proves that the captcha was solved; a request uses it up. */
  token: string | null;
  /** A request waits until the widget has decided. */
  isAwaited: boolean;
}

type CaptchaEvent = PageChanged | WidgetReport | TokenRequested | PlaceReport | { type: 'captcha.retried' };

/** The widget needs a person: a request that waits for its decision would wait for ever. */
const needsPerson = [
  { guard: 'isAwaited', target: 'asked', description: 'The user has submitted the form already.' },
  { target: 'unsolved' },
] as const;

const solved = {
  target: '.solved',
  actions: { type: 'keepToken', params: ({ event }: { event: { token: string } }) => event },
} as const;

const leaving = { target: '.absent', actions: ['refuse', 'clearRequest'] } as const;

export const captchaMachine = flowSetup({
  types: {
    input: {} as LayoutInput<'captcha'>,
    context: {} as CaptchaContext,
    events: {} as CaptchaEvent,
  },
  actors: {
    /** Reports requests that wait for a token, and hands them what they are sent. */
    watchRequests: unprovidedSource<TokenAnswer>('watchRequests'),
    /** Reports when a form has a place for the widget. */
    watchPlace: unprovidedSource<EventObject>('watchPlace'),
    /** Renders the provider's widget where the form has a place for it; `widget.reset` begins another captcha. */
    runWidget: unprovidedSource<WidgetReset, CaptchaConfig | undefined>('runWidget'),
  },
  delays: { widgetTimeout: captchaTimeoutMs },
  guards: { isAwaited: ({ context }) => context.isAwaited },
  actions: {
    keepToken: assign((_, { token }: { token: string }) => ({ token })),
    clearToken: assign({ token: null }),
    keepRequest: assign({ isAwaited: true }),
    clearRequest: assign({ isAwaited: false }),
    grant: sendTo(
      'requests',
      ({ context }) => ({ type: 'token.granted', token: context.token ?? '' }) satisfies TokenAnswer,
    ),
    askUser: sendTo('requests', { type: 'token.refused', failure: captchaNeeded } satisfies TokenAnswer),
    refuse: sendTo('requests', { type: 'token.refused', failure: captchaMissing } satisfies TokenAnswer),
    resetWidget: sendTo('widget', { type: 'widget.reset' } satisfies WidgetReset),
  },
}).createMachine({
  id: 'captcha',
  description:
    'A captcha that the auth service wants solved before it takes a request of a visitor. Forms have a place for the provider’s widget, and their requests take its token.',
  context: ({ input }) => ({ config: input.config, token: null, isAwaited: false }),
  invoke: [
    { id: 'requests', src: 'watchRequests', onError: cannotFail.watching },
    { id: 'place', src: 'watchPlace', onError: cannotFail.watching },
  ],
  initial: 'absent',
  on: {
    'page.changed': { ...leaving, description: 'The next page has another form, with another place.' },
    'place.hidden': { ...leaving, description: 'A request that waits waits no longer.' },
  },
  states: {
    absent: {
      description: 'No form that needs a captcha is shown.',
      on: {
        'place.shown': { target: 'shown' },
        'token.requested': { actions: 'refuse', description: 'There is no place where it could be solved.' },
      },
    },
    shown: {
      initial: 'checking',
      invoke: {
        id: 'widget',
        src: 'runWidget',
        input: ({ context }) => context.config.auth.captcha,
        onError: { target: 'failed', description: 'The provider’s code has a defect.' },
      },
      on: {
        'captcha.solved': solved,
        'widget.failed': { target: 'failed' },
      },
      exit: 'clearToken',
      states: {
        checking: {
          description: 'The widget loads, or checks the browser without a person. Requests wait.',
          after: { widgetTimeout: { target: '#captcha.failed', description: 'A blocker may answer nothing at all.' } },
          on: {
            'person.needed': needsPerson,
            'token.requested': { actions: 'keepRequest' },
          },
        },
        unsolved: {
          description: 'The widget waits for the user.',
          on: { 'token.requested': { target: 'asked' } },
        },
        asked: {
          entry: ['askUser', 'clearRequest'],
          description: 'The user has submitted the form without solving the captcha, and is led to it.',
          on: { 'token.requested': { target: 'asked', reenter: true } },
        },
        solved: {
          always: {
            guard: 'isAwaited',
            target: 'checking',
            actions: ['grant', 'clearRequest', 'clearToken', 'resetWidget'],
            description: 'A token serves one request.',
          },
          on: {
            'token.requested': { actions: 'keepRequest' },
            'captcha.expired': { target: 'expired', actions: 'clearToken' },
          },
        },
        expired: {
          description: 'The provider takes a token for some minutes only. The widget waits for the user again.',
          on: { 'token.requested': { target: 'asked' } },
        },
      },
    },
    failed: {
      entry: ['refuse', 'clearRequest'],
      description: 'The provider is unreachable, blocked, or refuses this site.',
      on: {
        'captcha.retried': { target: 'shown' },
        'token.requested': { actions: 'refuse' },
      },
    },
  },
});
