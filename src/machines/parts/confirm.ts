/** The user's answers to a question. */
export type ConfirmEvent = { type: 'action.confirmed' } | { type: 'action.cancelled' };

/** The state of a question. What it leads to can fail, and then leads back here with the reason. */
export const confirmBefore = <const Doing extends string, const Idle extends string>(doing: Doing, idle: Idle) =>
  ({
    on: {
      'action.confirmed': { target: doing, actions: 'clearFailure' },
      'action.cancelled': { target: idle, actions: 'clearFailure' },
    },
  }) as const;
