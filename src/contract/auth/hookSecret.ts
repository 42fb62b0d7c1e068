/** Begins each key of a hook's signature, as Standard Webhooks names it. */
export const hookSecretPrefix = 'v1,whsec_';

/** One key of a hook's signature, or several with bars between them: a new one is added before the old is removed. */
export const isHookSecret = (text: string): boolean =>
  /^v1,whsec_[\w+/=-]{24,}(?:\|v1,whsec_[\w+/=-]{24,})*$/.test(text);
