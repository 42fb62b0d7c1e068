import { fromPromise, type NonReducibleUnknown, type PromiseActorLogic } from 'xstate';

/** Stands in for work in a chart's `setup.actors` until the server is put together. */
export const unprovided = <Output, Input extends NonReducibleUnknown = undefined>(name: string): PromiseActorLogic<Output, Input> =>
  fromPromise<Output, Input>(() => Promise.reject(new Error(`"${name}" was not provided.`)));
