import type { ActorRef, EventObject, Snapshot } from 'xstate';
import type { ResourceData, ResourceName, ResourceMessage, ResourceRef } from '../../contract/cache/resources.ts';
import type { Failure } from '../../contract/common/apiError.ts';
import type { Toast } from '../../contract/common/toast.ts';

/** What a flow may ask of the application around it. */
export type AppCommand =
  | { type: 'navigation.requested'; to: string; replace?: boolean }
  | { type: 'toast.requested'; toast: Toast }
  /** Every cached resource whose name is listed (and, with `params`, whose parameters contain these) is read again when next seen, at once if watched. */
  | { type: 'resource.invalidated'; names: readonly ResourceRef['name'][]; params?: ResourceRef['params'] }
  /** A newer value is known without asking, as a status after an accepted command. */
  | { type: 'resource.overwritten'; ref: ResourceRef; data: unknown }
  /** A cached list gains an entry that was just created, so that nothing that reads the list doubts it. */
  | { type: 'resource.appended'; ref: ResourceRef; entry: unknown }
  /** In every cached resource of these names: the object, or each of a list's objects, that has the properties of `where` gets those of `patch`. */
  | {
      type: 'resource.patched';
      names: readonly ResourceRef['name'][];
      where: Readonly<Record<string, unknown>>;
      patch: Readonly<Record<string, unknown>>;
    }
  /**
   * Something was changed on the server: resources of these names are read again, here and in the other tabs of this browser.
   * `onlyElsewhere` when this tab was given the new value by another command.
   */
  | ({ type: 'resource.changed'; onlyElsewhere?: boolean } & ResourceMessage)
  /** Something was done that telemetry tells of, where it may. */
  | { type: 'event.recorded'; action: string; properties?: Readonly<Record<string, string | number | boolean>> }
  /** The user has decided about telemetry. */
  | { type: 'choice.made'; choice: boolean }
  /** A credential was refused: the session decides what that means. */
  | { type: 'session.refused'; failure: Failure };

/**
 * The one way up: an actor that takes these messages, used as `sendTo(({ context }) => context.port, …)`. XState delivers
 * a message after the sender's own state has changed. Calling `send` in an action would deliver it too early.
 */
export type Port<Message extends EventObject> = ActorRef<Snapshot<unknown>, Message>;

/** The application, as a flow gets it in its input. */
export type AppPort = Port<AppCommand>;

/** What the cache holds of a resource: nothing yet, a value, a failure, or an old value with the failure of its refresh. */
export interface ResourceView<Name extends ResourceName = ResourceName> {
  data: ResourceData<Name> | undefined;
  failure: Failure | null;
  /** Being read, so that `data` may be about to change. */
  refreshing: boolean;
}

/** The narrow way for a flow that must decide on data to the cache that every view reads too, so that nothing is asked twice. */
export interface ResourcePort {
  /** Calls back at once with what is held, and at every change until the returned function is called. */
  watch<Name extends ResourceName>(ref: ResourceRef<Name>, seen: (view: ResourceView<Name>) => void): () => void;
}
