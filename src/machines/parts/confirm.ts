/** The user's answers to a confirmation. */
export type ConfirmEvent = { type: 'action.confirmed' } | { type: 'action.cancelled' };

/** The state of a confirmation. The confirmed operation can fail, and then returns here with the failure. */
export const confirmBefore = <const Doing extends string, const Idle extends string>(doing: Doing, idle: Idle) =>
  ({
    on: {
      'action.confirmed': { target: doing, actions: 'clearFailure' },
      'action.cancelled': { target: idle, actions: 'clearFailure' },
    },
  }) as const;
