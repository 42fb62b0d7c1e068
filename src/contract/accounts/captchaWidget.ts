/** Id of the element that the provider's widget is rendered into: the place that a form has for it. */
export const captchaElementId = 'captcha-widget';

/** For so long the widget may load, or check the browser without a person, in milliseconds. */
export const captchaTimeoutMs = 30_000;

/** A request has no token, because the user has not solved the captcha, or because there is none to solve. */
export const captchaNeeded = { code: 'captcha_needed', message: 'Solve the captcha, then try again.' } as const;
export const captchaMissing = {
  code: 'captcha_missing',
  message: 'There is no captcha to solve. Load it again, then try again.',
} as const;

/** A form with a place for the widget is shown, or no longer is. */
export type PlaceReport = { type: 'place.shown' } | { type: 'place.hidden' };

/** What the provider's widget reports. */
export type WidgetReport =
  /** It waits for a person; some browsers are trusted without one. */
  | { type: 'person.needed' }
  | { type: 'captcha.solved'; token: string }
  | { type: 'captcha.expired' }
  /** It could not be loaded, or cannot go on. */
  | { type: 'widget.failed' };

/** The widget begins another captcha: a token serves one request. */
export interface WidgetReset {
  type: 'widget.reset';
}

/** A request waits for a token. */
export interface TokenRequested {
  type: 'token.requested';
}

export type TokenAnswer =
  | { type: 'token.granted'; token: string }
  | { type: 'token.refused'; failure: { code: string; message: string } };
