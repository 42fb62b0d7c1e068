import { fromCallback, fromPromise, type EventObject } from 'xstate';

const refusal = (name: string) => new Error(`The service "${name}" was not provided.`);

/** Stands in `setup.actors` for a service that answers once, until a `*.flow.ts` or `app.actor.ts` provides the real one. */
export const unprovided = <Output, Input = undefined>(name: string) =>
  fromPromise<Output, Input>(() => Promise.reject(refusal(name)));

/** Stands in `setup.actors` for a service that keeps reporting events. */
export const unprovidedSource = <Reports extends EventObject, Input>(name: string) =>
  fromCallback<Reports, Input>(() => { throw refusal(name); });
