import { fromPromise, type NonReducibleUnknown, type PromiseActorLogic } from 'xstate';

/** Stands in for a service in a machine's `setup.actors` until the composition root provides the real one. */
export const unprovided = <Output, Input extends NonReducibleUnknown = undefined>(name: string): PromiseActorLogic<Output, Input> =>
  fromPromise<Output, Input>(() => Promise.reject(new Error(`"${name}" was not provided.`)));
