/** Parts that the server's charts share. */
import { fromPromise, type NonReducibleUnknown, type PromiseActorLogic } from 'xstate';

/**
 * For a chart's `options`: transitions that trigger each other forever become an error instead of a hanging process.
 */
export const bounded = { maxIterations: 100 } as const;

/** A placeholder for an actor in a chart's `setup.actors`, until the server is composed. */
export const unprovided = <Output, Input extends NonReducibleUnknown = undefined>(
  name: string,
): PromiseActorLogic<Output, Input> =>
  fromPromise<Output, Input>(() => Promise.reject(new Error(`"${name}" was not provided.`)));
