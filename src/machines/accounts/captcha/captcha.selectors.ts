import type { SnapshotFrom } from 'xstate';
import type { captchaMachine } from './captcha.machine.ts';

type CaptchaSnapshot = SnapshotFrom<typeof captchaMachine>;

/** What the user is told of the captcha. */
export type CaptchaState = 'checking' | 'unsolved' | 'asked' | 'solved' | 'expired' | 'failed';

export function selectCaptchaState(snapshot: CaptchaSnapshot): CaptchaState {
  if (snapshot.matches('failed')) return 'failed';
  for (const state of ['unsolved', 'asked', 'solved', 'expired'] as const) {
    if (snapshot.matches({ shown: state })) return state;
  }
  return 'checking';
}

export const selectCaptchaConfig = ({ context }: CaptchaSnapshot) => context.config.auth.captcha;
