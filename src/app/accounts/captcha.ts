import { fromCallback, type EventObject } from 'xstate';
import type { TokenAnswer, TokenRequested, WidgetReport, WidgetReset } from '../../contract/accounts/captchaWidget.ts';
import type { CaptchaConfig } from '../../contract/common/runtimeConfig.ts';
import { captchaMachine } from '../../machines/accounts/captcha/captcha.machine.ts';
import { answerCaptchaRequest, watchCaptchaRequests } from '../../services/accounts/captcha.ts';
import { runCaptchaWidget, watchCaptchaPlace } from '../../services/accounts/captchaWidget.ts';
import CaptchaLayout from '../../views/app/CaptchaLayout.tsx';

const requested: TokenRequested = { type: 'token.requested' };

const flow = captchaMachine.provide({
  actors: {
    watchRequests: fromCallback<TokenAnswer, undefined>(({ sendBack, receive }) => {
      receive(answerCaptchaRequest);
      return watchCaptchaRequests(() => sendBack(requested));
    }),
    watchPlace: fromCallback<EventObject, undefined>(({ sendBack }) => watchCaptchaPlace(sendBack)),
    runWidget: fromCallback<WidgetReset, CaptchaConfig | undefined>(({ input, sendBack, receive }) => {
      if (!input) return undefined;
      const widget = runCaptchaWidget(input, (event: WidgetReport) => sendBack(event));
      receive(() => widget.reset());
      return () => widget.remove();
    }),
  },
});

/** What surrounds the pages whose requests need a solved captcha. */
export const layout = { name: 'captcha' as const, View: CaptchaLayout, flow };
