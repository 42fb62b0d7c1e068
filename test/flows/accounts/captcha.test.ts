import { beforeEach, describe, expect, it } from 'vitest';
import { createActor, fromCallback, type Actor, type EventObject } from 'xstate';
import type {
  PlaceReport,
  TokenAnswer,
  WidgetReport,
  WidgetReset,
} from '../../../src/contract/accounts/captchaWidget.ts';
import type { CaptchaConfig } from '../../../src/contract/common/runtimeConfig.ts';
import { captchaMachine } from '../../../src/machines/accounts/captcha/captcha.machine.ts';
import { selectCaptchaConfig, selectCaptchaState } from '../../../src/machines/accounts/captcha/captcha.selectors.ts';
import { captchaConfig } from '../../fixtures/captcha.ts';
import { screenInput } from '../../fixtures/screen.ts';
import { coverChart } from '../../support/cover.ts';
import { SteppedClock } from '../../support/fakeWorld.ts';
import { captchaModel } from './captcha.model.ts';

coverChart(captchaModel);

describe('a captcha', () => {
  let clock: SteppedClock;
  let answers: TokenAnswer[];
  let resets: number;
  let rendered: (CaptchaConfig | undefined)[];
  let place: (event: PlaceReport) => void;
  let report: (event: WidgetReport) => void;
  let request: () => void;
  let captcha: Actor<typeof captchaMachine>;
  const state = () => selectCaptchaState(captcha.getSnapshot());
  const solve = (token: string) => report({ type: 'captcha.solved', token });

  beforeEach(() => {
    [clock, answers, resets, rendered] = [new SteppedClock(), [], 0, []];
    captcha = createActor(
      captchaMachine.provide({
        actors: {
          watchRequests: fromCallback<TokenAnswer, undefined>(({ sendBack, receive }) => {
            request = () => sendBack({ type: 'token.requested' });
            receive((answer) => answers.push(answer));
          }),
          watchPlace: fromCallback<EventObject, undefined>(({ sendBack }) => void (place = sendBack)),
          runWidget: fromCallback<WidgetReset, CaptchaConfig | undefined>(({ input, sendBack, receive }) => {
            rendered.push(input);
            report = sendBack;
            receive(() => (resets += 1));
          }),
        },
      }),
      { clock, input: screenInput({ config: captchaConfig }) },
    ).start();
    place({ type: 'place.shown' });
  });

  it('loads the provider’s widget only once a form has a place for it, and again for the next form', () => {
    expect(rendered).toEqual([selectCaptchaConfig(captcha.getSnapshot())]);
    captcha.send({ type: 'page.changed' });
    place({ type: 'place.hidden' });
    expect(rendered).toHaveLength(1);
    place({ type: 'place.shown' });
    expect(rendered).toHaveLength(2);
  });

  it('that was solved gives its token to one request, and another has to be solved for the next', () => {
    report({ type: 'person.needed' });
    expect(state()).toBe('unsolved');
    solve('first');
    expect(state()).toBe('solved');
    request();
    expect([answers, resets]).toEqual([[{ type: 'token.granted', token: 'first' }], 1]);
    report({ type: 'person.needed' });
    request();
    expect(answers.at(-1)).toMatchObject({ type: 'token.refused', failure: { code: 'captcha_needed' } });
    expect(state()).toBe('asked');
    solve('second');
    request();
    expect(answers.at(-1)).toEqual({ type: 'token.granted', token: 'second' });
  });

  it('lets a request wait while the provider decides without a person', () => {
    request();
    expect([answers, state()]).toEqual([[], 'checking']);
    solve('trusted');
    expect(answers).toEqual([{ type: 'token.granted', token: 'trusted' }]);
  });

  it('leads the user to it when a request waits that needs a person after all', () => {
    request();
    report({ type: 'person.needed' });
    expect([answers.at(-1)?.type, state()]).toEqual(['token.refused', 'asked']);
  });

  it('expires, and has to be solved again', () => {
    solve('old');
    report({ type: 'captcha.expired' });
    expect(state()).toBe('expired');
    request();
    expect([answers.at(-1)?.type, state()]).toEqual(['token.refused', 'asked']);
    solve('new');
    request();
    expect(answers.at(-1)).toEqual({ type: 'token.granted', token: 'new' });
  });

  it('refuses a request that waits when its form is gone', () => {
    request();
    place({ type: 'place.hidden' });
    expect(answers.at(-1)?.type).toBe('token.refused');
    request();
    expect(answers).toHaveLength(2);
  });

  it('that does not load says so after 30 s, refuses the request that waits, and can be loaded again', () => {
    request();
    clock.increment(29_999);
    expect(answers).toEqual([]);
    clock.increment(1);
    expect(state()).toBe('failed');
    expect(answers.at(-1)).toMatchObject({ type: 'token.refused', failure: { code: 'captcha_missing' } });
    captcha.send({ type: 'captcha.retried' });
    expect(rendered).toHaveLength(2);
    solve('late');
    request();
    expect(answers.at(-1)).toEqual({ type: 'token.granted', token: 'late' });
  });

  it('that a blocker stops refuses requests until it is loaded again', () => {
    report({ type: 'widget.failed' });
    request();
    expect([answers.at(-1)?.type, state()]).toEqual(['token.refused', 'failed']);
  });
});
