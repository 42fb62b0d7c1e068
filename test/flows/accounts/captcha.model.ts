import { captchaMachine } from '../../../src/machines/accounts/captcha/captcha.machine.ts';
import { captchaConfig } from '../../fixtures/captcha.ts';
import { screenInput } from '../../fixtures/screen.ts';
import type { Model } from '../../support/paths.ts';

export const captchaModel: Model<typeof captchaMachine> = {
  machine: captchaMachine,
  input: (_, port) => screenInput({ port, config: captchaConfig }),
  events: {
    'place.shown': [],
    'place.hidden': [],
    'captcha.retried': [{ type: 'captcha.retried' }],
    'page.changed': [{ type: 'page.changed' }],
    'token.requested': [],
    'person.needed': [],
    'captcha.solved': [],
    'captcha.expired': [],
    'widget.failed': [],
  },
  answers: {
    requests: [{ sends: { type: 'token.requested' } }],
    place: [{ sends: { type: 'place.shown' } }, { sends: { type: 'place.hidden' } }],
    widget: [
      { sends: { type: 'person.needed' } },
      { sends: { type: 'captcha.solved', token: 'solved' } },
      { sends: { type: 'captcha.expired' } },
      { sends: { type: 'widget.failed' } },
      { error: new Error('The script has a fault.') },
    ],
  },
  invariants: [
    {
      says: 'A token serves one request: it leaves the chart with the request, and the widget begins another captcha.',
      when: (_, { sent }) => sent.some(({ event }) => event.type === 'token.granted'),
      holds: ({ context }, { sent }) =>
        context.token === null && sent.some(({ to, event }) => to === 'widget' && event.type === 'widget.reset'),
    },
    {
      says: 'A request waits only while the widget decides by itself.',
      when: ({ context }) => context.isAwaited,
      holds: (snapshot) => snapshot.matches({ shown: 'checking' }),
    },
    {
      says: 'There is a token while the captcha is solved, and only then.',
      holds: (snapshot) => (snapshot.context.token !== null) === snapshot.matches({ shown: 'solved' }),
    },
    {
      says: 'The widget runs only where a form has a place for it.',
      holds: (snapshot, { awaited }) => awaited.includes('widget') === snapshot.matches('shown'),
    },
  ],
};
