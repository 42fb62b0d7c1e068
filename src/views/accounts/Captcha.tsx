import { useSelector } from '@xstate/react';
import { useEffect, useRef } from 'react';
import { css } from 'styled-system/css';
import type { ActorRefFrom } from 'xstate';
import { captchaProviders } from '../../contract/accounts/captchaProviders.ts';
import { captchaElementId, captchaMissing } from '../../contract/accounts/captchaWidget.ts';
import type { captchaMachine } from '../../machines/accounts/captcha/captcha.machine.ts';
import {
  selectCaptchaConfig,
  selectCaptchaState,
  type CaptchaState,
} from '../../machines/accounts/captcha/captcha.selectors.ts';
import { ErrorState } from '../ui/ErrorState.tsx';

// The widgets of both providers are 300 px wide, which a narrow phone has within the form.
const place = css({ display: 'grid', gap: '2', minWidth: '0', overflowX: 'auto' });
const note = css({ color: 'muted', textStyle: 'small' });

const texts: Readonly<Record<Exclude<CaptchaState, 'failed'>, string>> = {
  checking: 'Checking that you are human…',
  unsolved: 'Solve the captcha before you continue.',
  asked: 'Solve this captcha, then try again.',
  solved: 'Captcha solved.',
  expired: 'The captcha has expired. Solve it again.',
};

/** The provider's widget, and what it waits for. */
export function Captcha({ flow }: { flow: ActorRefFrom<typeof captchaMachine> }) {
  const state = useSelector(flow, selectCaptchaState);
  const config = useSelector(flow, selectCaptchaConfig);
  const group = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (state === 'asked') group.current?.focus();
  }, [state]);
  const provider = config && captchaProviders[config.provider].name;
  return (
    <div ref={group} role="group" aria-label="Captcha" tabIndex={-1} className={place}>
      <div id={captchaElementId} />
      {state === 'failed' ? (
        <ErrorState
          title="Could not load the captcha"
          failure={{
            code: captchaMissing.code,
            message: `A blocker in your browser or your network may stop ${provider}. Allow ${
              config && new URL(config.scriptUrl).host
            }, then try again.`,
          }}
          onRetry={() => flow.send({ type: 'captcha.retried' })}
        />
      ) : (
        <p role="status" className={note}>
          {texts[state]}
        </p>
      )}
    </div>
  );
}
