import {
  fromCallback,
  fromPromise,
  type CallbackActorLogic,
  type EventObject,
  type NonReducibleUnknown,
  type PromiseActorLogic,
} from 'xstate';

const refusal = (name: string) => new Error(`"${name}" was not provided.`);

/** A placeholder for a service in a machine's `setup.actors`, until the composition root provides the real one. */
export const unprovided = <Output, Input extends NonReducibleUnknown = undefined>(
  name: string,
): PromiseActorLogic<Output, Input> => fromPromise<Output, Input>(() => Promise.reject(refusal(name)));

/** A placeholder for a service that keeps reporting events. */
export const unprovidedSource = <Reports extends EventObject, Input extends NonReducibleUnknown = undefined>(
  name: string,
): CallbackActorLogic<Reports, Input> =>
  fromCallback<Reports, Input>(() => {
    throw refusal(name);
  });
