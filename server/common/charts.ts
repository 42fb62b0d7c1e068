/** What the server's charts have in common. */
import { fromPromise, type NonReducibleUnknown, type PromiseActorLogic } from 'xstate';

/** For a chart's `options`: transitions that chase one another for ever become an error instead of a process that hangs. */
export const bounded = { maxIterations: 100 } as const;

/** Stands in for work in a chart's `setup.actors` until the server is put together. */
export const unprovided = <Output, Input extends NonReducibleUnknown = undefined>(
  name: string,
): PromiseActorLogic<Output, Input> =>
  fromPromise<Output, Input>(() => Promise.reject(new Error(`"${name}" was not provided.`)));
